"""Run `python -m bothends.grade`."""

import sys

from bothends.grade.command import main

sys.exit(main())
