// One script in several files: page.js opens it, the last one closes it. It adds to a page that can be
// read without it; every number it shows was computed before the page was written.
(() => {
'use strict';
const holder = document.getElementById('report-data');
const data = JSON.parse(holder ? holder.textContent : '{}');
const NONE = '–';

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// Halves away from zero, as everywhere else in the report.
const decimals = (value, digits) => {
  if (value === null || Number.isNaN(value)) return NONE;
  const scaled = Math.abs(value) * 10 ** digits;
  const rounded = Math.floor(scaled + 0.5 + 1e-9) / 10 ** digits;
  return (value < 0 && rounded > 0 ? '−' : '') + rounded.toFixed(digits);
};
const percent = (share, digits = 1) => share === null ? NONE : decimals(100 * share, digits) + '\u00a0%';
const count = rows => decimals(rows, rows === Math.round(rows) || rows >= 100 ? 0 : 1)
  .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
const short = value => {
  if (value === null) return NONE;
  const size = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return decimals(value, Math.max(0, 2 - size));
};

const NAMESPACE = 'http://www.w3.org/2000/svg';
const shape = (name, classes, attributes) => {
  const made = document.createElementNS(NAMESPACE, name);
  if (classes) made.setAttribute('class', classes);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 100) / 100) : value);
  }
  return made;
};
const hint = (mark, words) => {
  const title = document.createElementNS(NAMESPACE, 'title');
  title.textContent = words;
  mark.append(title);
  return mark;
};

// Tables: a button in each head sorts by its column, again the other way round.
const sortKey = cell => {
  if (!cell) return '';
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value.replace('∞', 'Infinity').replace('−', '-'));
  const text = cell.textContent.trim();
  const number = text.replace('−', '-').match(/^-?[\d,]*\.?\d+/);
  return number ? Number(number[0].replace(/,/g, '')) : text;
};
const compare = (a, b) => {
  const numbers = typeof a === 'number' && typeof b === 'number';
  if (numbers) return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};
const sort = (table, column, head) => {
  const direction = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
  for (const other of table.querySelectorAll('thead th')) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', direction);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row, index) => ({ row, index, key: sortKey(row.cells[column]) }));
  const sign = direction === 'ascending' ? 1 : -1;
  // Cells without a number stay last in both directions.
  const missing = key => key === NONE || key === '';
  rows.sort((a, b) => (missing(a.key) - missing(b.key)) || sign * compare(a.key, b.key) || a.index - b.index);
  body.append(...rows.map(entry => entry.row));
};
for (const table of document.querySelectorAll('table.sortable')) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = element('button', { type: 'button', class: 'sort', title: 'Sort by this column' });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => sort(table, column, head));
  });
}

// Charts: each can be saved as SVG or PNG; nothing leaves the page.
const standalone = svg => {
  const copy = svg.cloneNode(true);
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  copy.setAttribute('xmlns', NAMESPACE);
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  const style = document.createElementNS(NAMESPACE, 'style');
  style.textContent = data.pictureStyle;
  const ground = document.createElementNS(NAMESPACE, 'rect');
  ground.setAttribute('width', width);
  ground.setAttribute('height', height);
  ground.setAttribute('fill', '#ffffff');
  copy.prepend(style, ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
};
const save = (blob, name) => {
  const link = element('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
const saveSvg = svg => save(new Blob([standalone(svg).text], { type: 'image/svg+xml' }), svg.id + '.svg');
const savePng = svg => {
  const picture = standalone(svg);
  const scale = 3;
  const image = new Image();
  image.addEventListener('load', () => {
    const canvas = element('canvas', { width: picture.width * scale, height: picture.height * scale });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob(blob => save(blob, svg.id + '.png'), 'image/png');
  });
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(picture.text);
};
if (data.pictureStyle) {
  for (const figure of document.querySelectorAll('figure')) {
    const svg = figure.querySelector('svg.drawing');
    if (!svg) continue;
    const title = figure.querySelector('h3').textContent;
    const tools = element('p', { class: 'tools' });
    for (const [kind, action] of [['SVG', saveSvg], ['PNG', savePng]]) {
      const button = element('button', { type: 'button', 'aria-label': `Save ${title} as ${kind}` }, kind);
      button.addEventListener('click', () => action(svg));
      tools.append(button);
    }
    figure.querySelector('figcaption').prepend(tools);
  }
}
