"""Run `python -m bothends.doctor`."""

import sys

from bothends.doctor.command import main

sys.exit(main())
