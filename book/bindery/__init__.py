"""Parts of the editions: the pages joined, and the PDF that is printed from them."""
