// What a page costs to lay out: its elements, and the sections that wait until they are scrolled to.
document.documentElement.dataset.elements = document.querySelectorAll('*').length;
document.documentElement.dataset.skipped = [...document.querySelectorAll('*')]
  .filter(e => getComputedStyle(e).contentVisibility === 'auto').length;
