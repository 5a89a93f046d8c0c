"""Parts of the site: what its pages hold, what they are served from, and the commands."""
