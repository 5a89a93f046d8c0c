"""Parts of the editions: Sphinx's EPUB, its pages joined, and the PDF printed from them."""
