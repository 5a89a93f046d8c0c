"""Run the program."""

from bothends.train.command import main

main()
