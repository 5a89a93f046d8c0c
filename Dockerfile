# JupyterLab with the chapters and exercises, from the pins in constraints.txt.
#   docker build --tag both-ends .
#   docker run --interactive --tty --name both-ends --publish 127.0.0.1:8888:8888 both-ends
# Open the address that it prints. Ctrl-C stops it. Your work stays in the container, and
# `docker start --attach --interactive both-ends` goes on.
#
# Binder builds this file, too. It names the user, and runs `jupyter notebook` or
# `jupyter lab` with arguments of its own, in the working directory set here.
FROM python:3.13-slim-trixie

ARG NB_USER=reader
ARG NB_UID=1000
ENV HOME=/home/${NB_USER}
RUN useradd --create-home --uid ${NB_UID} ${NB_USER}
WORKDIR ${HOME}

# The long step comes first, so that a changed page does not repeat it.
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt notebook

COPY pyproject.toml LICENSE ./
COPY bothends bothends
RUN pip install --no-cache-dir -c constraints.txt -e .

COPY bookbuild bookbuild
COPY book book
COPY notebooks notebooks
COPY exercises exercises
COPY solutions solutions
RUN chown -R ${NB_UID} .

USER ${NB_USER}
ENV JUPYTER_CONFIG_PATH=${HOME}/bookbuild/notebooks/jupyter/lab
EXPOSE 8888
# Inside, on all addresses: which of the outside reach it, --publish says.
CMD ["jupyter", "lab", "--ServerApp.ip=0.0.0.0", "--no-browser"]
