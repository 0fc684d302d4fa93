// Reads what was drawn: one line a mark, fields apart by tabs. Lengths are pixels of the window.
(() => {
  const lines = [];
  const say = (...fields) => lines.push(fields.map(f => String(f).replace(/\s+/g, ' ')).join('\t'));
  const box = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  // The box of a label in an ordinary font, half as wide as high per character: the same whatever is installed.
  const label = text => {
    const style = getComputedStyle(text), size = parseFloat(style.fontSize);
    const width = 0.5 * size * text.textContent.length;
    const left = text.x.baseVal[0].value - {start: 0, middle: width / 2, end: width}[style.textAnchor];
    const baseline = text.y.baseVal[0].value;
    const corners = [[left, baseline - 0.75 * size], [left + width, baseline + 0.25 * size]]
        .map(([x, y]) => new DOMPoint(x, y).matrixTransform(text.getScreenCTM()));
    const xs = corners.map(p => p.x), ys = corners.map(p => p.y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  for (const svg of document.querySelectorAll('svg.drawing')) {
    say('chart', svg.id, ...box(svg));
    for (const text of svg.querySelectorAll('text')) say('text', svg.id, text.textContent, ...label(text));
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
    if (!walker.currentNode.data.trim() || holder.closest('svg, .scroll, .unseen, script, select')) continue;
    const style = getComputedStyle(holder);
    say('words', walker.currentNode.data.slice(0, 60), style.whiteSpace, style.overflowWrap);
  }
  // Without its text the page has the width that its boxes insist on.
  document.styleSheets[0].insertRule('body * { font-size: 1px !important; }');
  say('page', innerWidth, document.documentElement.scrollWidth,
      performance.getEntriesByType('resource').length,
      getComputedStyle(document.body).backgroundColor);
  const out = top.document.createElement('pre');
  out.id = 'drawn';
  out.textContent = lines.join('\n');
  top.document.body.append(out);
})();
