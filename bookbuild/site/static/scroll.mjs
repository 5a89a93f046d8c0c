// A formula that scrolls sideways must be in reach of the keyboard; the theme does this for
// code and tables, and MathJax only with its menu, which this site leaves out.
function update() {
  for (const box of document.querySelectorAll("div.math mjx-container")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

window.MathJax?.startup.promise.then(update);
window.addEventListener("resize", update);
