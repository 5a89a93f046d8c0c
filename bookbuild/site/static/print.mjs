// Paper is white: a page that is dark on screen is printed light.
const page = document.documentElement.dataset;
let onScreen;

window.addEventListener("beforeprint", () => {
  onScreen = page.theme;
  page.theme = "light";
});
window.addEventListener("afterprint", () => {
  page.theme = onScreen;
});
