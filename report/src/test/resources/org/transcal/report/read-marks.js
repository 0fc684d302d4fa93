// Reads what was drawn: one line a mark, fields apart by tabs. Lengths are pixels of the window.
(() => {
  const lines = [];
  const say = (...fields) => lines.push(fields.map(f => String(f).replace(/\s+/g, ' ')).join('\t'));
  const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  say('page', innerWidth, document.documentElement.scrollWidth,
      performance.getEntriesByType('resource').length,
      getComputedStyle(document.body).backgroundColor);
  for (const svg of document.querySelectorAll('svg.drawing')) {
    say('chart', svg.id, ...box(svg));
    for (const text of svg.querySelectorAll('text')) say('text', svg.id, text.textContent, ...box(text));
    for (const line of svg.querySelectorAll('.axis line.grid')) {
      say('grid', svg.id, line.nextElementSibling.textContent, ...box(line));
    }
    for (const mark of svg.querySelectorAll('[data-bin]')) {
      say('mark', svg.id, mark.getAttribute('class'), mark.dataset.bin, ...box(mark),
          getComputedStyle(mark).fill);
    }
    for (const cell of svg.querySelectorAll('.heat rect')) {
      say('cell', svg.id, cell.parentNode.dataset.lambda, cell.dataset.temperature,
          cell.dataset.value, ...box(cell), getComputedStyle(cell).fill);
    }
    for (const swatch of svg.querySelectorAll('.key rect')) {
      say('swatch', svg.id, ...box(swatch), getComputedStyle(swatch).fill);
    }
    for (const name of ['chosen', 'start']) {
      const mark = svg.querySelector('.' + name);
      if (mark) say(name, svg.id, ...box(mark.querySelector('circle') || mark));
    }
    for (const curve of svg.querySelectorAll('polyline.zero:not(.halo), polyline.truth:not(.halo)')) {
      const toScreen = curve.getScreenCTM();
      for (const point of curve.points) {
        const p = point.matrixTransform(toScreen);
        say('point', svg.id, curve.getAttribute('class'), p.x, p.y);
      }
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const holder = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || holder.closest('.scroll, .unseen, script, title, desc')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    say('words', walker.currentNode.data.slice(0, 60), ...box(range));
  }
  const out = top.document.createElement('pre');
  out.id = 'drawn';
  out.textContent = lines.join('\n');
  top.document.body.append(out);
})();
