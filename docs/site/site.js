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

  const index = window.searchIndex.map(([page, heading, url, text]) => ({ page, heading, url, text }));

  /** Beginnings of words, also inside names such as TransferTask. */
  function pattern(words) {
    const either = c => /\p{L}/u.test(c) ? `[${c.toLowerCase()}${c.toUpperCase()}]` : c.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
    const starts = words.map(word => [...word].map(either).join(''));
    const inside = words.filter(word => /^[a-z]/i.test(word)).map(([first, ...rest]) => first.toUpperCase() + rest.map(either).join(''));
    return `(?<![\\p{L}\\p{N}])(?:${starts.join('|')})` + (inside.length ? `|(?<=[a-z])(?:${inside.join('|')})` : '');
  }

  const count = (text, regex) => (text.match(regex) || []).length;

  function score(entry, query, regexes) {
    let sum = 0;
    for (const regex of regexes) {
      const found = 12 * Math.min(count(entry.heading, regex), 1) + 6 * Math.min(count(entry.page, regex), 1) + Math.min(count(entry.text, regex), 4);
      if (!found) return -Infinity;
      sum += found;
    }
    const heading = entry.heading.toLowerCase();
    return sum + (heading === query ? 40 : heading.startsWith(query) ? 15 : heading.includes(query) ? 10 : 0)
      + (entry.url.startsWith('docs/guide') ? 5 : 0) - (/decisions|CHANGELOG/.test(entry.url) ? 15 : 0);
  }

  function snippet(entry, any) {
    const at = Math.max(0, entry.text.search(any) - 50);
    return (at ? '… ' : '') + entry.text.slice(at, at + 170);
  }

  function marked(parent, text, any) {
    let at = 0;
    for (const match of text.matchAll(any)) {
      parent.append(text.slice(at, match.index));
      parent.appendChild(document.createElement('mark')).textContent = match[0];
      at = match.index + match[0].length;
    }
    parent.append(text.slice(at));
  }

  function show() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = !words.length;
    box.setAttribute('aria-expanded', String(!results.hidden));
    if (!words.length) return;
    const regexes = words.map(word => new RegExp(pattern([word]), 'gu'));
    const any = new RegExp(pattern(words), 'gu');
    const found = index.map(entry => [score(entry, words.join(' '), regexes), entry]).filter(([points]) => points > -Infinity).sort((a, b) => b[0] - a[0]).slice(0, 15);
    if (!found.length) results.appendChild(document.createElement('p')).textContent = 'Nothing found.';
    found.forEach(([, entry], i) => {
      const link = results.appendChild(document.createElement('a'));
      link.href = top + entry.url;
      link.id = 'result-' + i;
      link.setAttribute('role', 'option');
      const title = link.appendChild(document.createElement('span'));
      marked(title, entry.heading === entry.page ? entry.page : entry.page + ' › ' + entry.heading, any);
      marked(link.appendChild(document.createElement('small')), snippet(entry, any), any);
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
