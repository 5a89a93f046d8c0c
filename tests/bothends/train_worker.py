"""One of the processes that test_train.py starts: it goes on with several runs, one by one."""

import json
import sys

from torch import distributed as dist

from bothends.train.command import main

# A group that is left cannot meet again at the same place: it stays for all the runs.
leave, dist.destroy_process_group = dist.destroy_process_group, lambda: None
for arguments in json.loads(sys.argv[1]):
    main(arguments)
leave()
