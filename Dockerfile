# JupyterLab with the chapters and exercises, from the pins in constraints.txt.
#   docker build --tag both-ends .
#   docker run --interactive --tty --name both-ends --publish 127.0.0.1:8888:8888 both-ends
# Open the address that it prints. Ctrl-C stops it. Your work stays in the container, and
# `docker start --attach --interactive both-ends` goes on.
FROM python:3.13-slim-trixie

RUN useradd --create-home reader
WORKDIR /home/reader/both-ends

# The long step comes first, so that a changed page does not repeat it.
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt

COPY pyproject.toml LICENSE ./
COPY bothends bothends
RUN pip install --no-cache-dir -c constraints.txt -e .

COPY book book
COPY --chown=reader notebooks notebooks
COPY --chown=reader exercises exercises
COPY --chown=reader solutions solutions

USER reader
ENV JUPYTER_CONFIG_PATH=book/jupyter/lab
EXPOSE 8888
# Inside, on all addresses: which of the outside reach it, --publish says.
CMD ["jupyter", "lab", "--ServerApp.ip=0.0.0.0", "--no-browser"]
