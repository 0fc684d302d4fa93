'use strict';
(() => {
  const top = document.body.dataset.top;
  const box = document.getElementById('search');
  const results = document.getElementById('results');
  const menu = document.querySelector('.menu');
  const wide = matchMedia('(min-width: 56.01rem)');
  const openMenu = () => { menu.open = wide.matches; };
  openMenu();
  wide.addEventListener('change', openMenu);

  const index = window.searchIndex.map(([page, heading, url, text]) =>
    ({ page, heading, url, text, lower: [page, heading, text].map(part => part.toLowerCase()) }));

  function score(entry, words) {
    let sum = 0;
    const [page, heading, text] = entry.lower;
    for (const word of words) {
      const inText = text.split(word).length - 1;
      const found = (heading === word ? 40 : heading.startsWith(word) ? 20 : heading.includes(word) ? 12 : 0)
        + (page.includes(word) ? 6 : 0) + Math.min(inText, 4);
      if (!found) return 0;
      sum += found;
    }
    return sum + (entry.url.startsWith('docs/guide') ? 3 : 0) - (/decisions|CHANGELOG/.test(entry.url) ? 5 : 0);
  }

  function snippet(entry, words) {
    const found = words.map(word => entry.lower[2].indexOf(word)).filter(i => i >= 0);
    const at = found.length ? Math.max(0, Math.min(...found) - 50) : 0;
    return (at ? '… ' : '') + entry.text.slice(at, at + 170);
  }

  function marked(parent, text, words) {
    const pattern = new RegExp('(' + words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') + ')', 'i');
    text.split(pattern).forEach((part, i) => {
      if (i % 2) parent.appendChild(document.createElement('mark')).textContent = part;
      else parent.append(part);
    });
  }

  function show() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = !words.length;
    box.setAttribute('aria-expanded', String(!results.hidden));
    if (!words.length) return;
    const found = index.map(entry => [score(entry, words), entry]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).slice(0, 15);
    if (!found.length) results.appendChild(document.createElement('p')).textContent = 'Nothing found.';
    found.forEach(([, entry], i) => {
      const link = results.appendChild(document.createElement('a'));
      link.href = top + entry.url;
      link.id = 'result-' + i;
      link.setAttribute('role', 'option');
      const title = link.appendChild(document.createElement('span'));
      marked(title, entry.heading === entry.page ? entry.page : entry.page + ' › ' + entry.heading, words);
      marked(link.appendChild(document.createElement('small')), snippet(entry, words), words);
    });
    select(0);
  }

  let selected = 0;
  function select(i) {
    const links = results.querySelectorAll('a');
    if (!links.length) return;
    selected = (i + links.length) % links.length;
    links.forEach((link, at) => link.setAttribute('aria-selected', String(at === selected)));
    links[selected].scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', links[selected].id);
  }

  box.addEventListener('input', show);
  box.addEventListener('focus', show);
  box.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Escape') { box.value = ''; show(); return; }
    else return;
    event.preventDefault();
  });
  box.form.addEventListener('submit', event => {
    event.preventDefault();
    results.querySelectorAll('a')[selected]?.click();
  });
  results.addEventListener('click', event => { if (event.target.closest('a')) results.hidden = true; });
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) { event.preventDefault(); box.focus(); }
  });
  document.addEventListener('click', event => {
    if (!event.target.closest('header')) { results.hidden = true; box.setAttribute('aria-expanded', 'false'); }
  });

  const asked = new URLSearchParams(location.search).get('q');
  if (asked) { box.value = asked; box.focus(); }

  for (const heading of document.querySelectorAll('main :is(h2, h3, h4)[id]')) {
    const link = heading.appendChild(document.createElement('a'));
    link.className = 'anchor';
    link.href = '#' + heading.id;
    link.textContent = '#';
    link.setAttribute('aria-label', 'Link to this section');
  }
  for (const block of navigator.clipboard ? document.querySelectorAll('pre') : []) {
    const button = block.appendChild(document.createElement('button'));
    button.textContent = 'copy';
    button.addEventListener('click', () => navigator.clipboard.writeText(block.querySelector('code').textContent)
      .then(() => { button.textContent = 'copied'; setTimeout(() => { button.textContent = 'copy'; }, 1500); }));
  }
})();
