"""Mark a folder of submissions: `python -m bothends.grade FOLDER` writes a CSV.

Each notebook runs in a process of its own, with limits that stop accidents: an endless loop, a
memory hog, a `sys.exit`. They are no wall against an attack. Mark strangers' work in a container.
"""
