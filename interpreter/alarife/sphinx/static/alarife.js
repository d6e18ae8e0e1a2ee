// Two small helps for readers. Every page can be read without them.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  // What scrolls sideways can be reached by keyboard.
  for (const box of document.querySelectorAll("pre, .table-wrapper, .alr-table, .alr-wide")) {
    if (box.scrollWidth > box.clientWidth && !box.hasAttribute("tabindex")) box.tabIndex = 0;
  }
  // Themes give the captions of a navigation the role of a heading, without a level.
  for (const caption of document.querySelectorAll("[role=heading]:not([aria-level])")) {
    caption.setAttribute("aria-level", "2");
  }
  // Excerpts of the search show sentences, not the words that stand in drawings.
  if (typeof Search !== "undefined" && Search.htmlToText) {
    const whole = Search.htmlToText;
    Search.htmlToText = (html, anchor) => {
      const page = new DOMParser().parseFromString(html, "text/html");
      for (const drawing of page.querySelectorAll("svg, .alr-legend, .alr-place-name, .alr-area-name, .alr-name")) {
        drawing.remove();
      }
      return whole(page.documentElement.outerHTML, anchor);
    };
  }
});
