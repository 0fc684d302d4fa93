// Uses the controls of a fit report and says what came of it.
(async () => {
  const lines = [];
  const say = (name, value) => lines.push(name + '\t' + String(value).replace(/\s+/g, ' '));
  const errors = [];
  addEventListener('error', e => errors.push(e.message));
  document.addEventListener('securitypolicyviolation', e => errors.push(e.violatedDirective));
  const blobs = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = blob => { blobs.push(blob); return create.call(URL, blob); };
  HTMLAnchorElement.prototype.click = () => {};
  const sweep = JSON.parse(document.getElementById('report-data').textContent).sweep;
  const slider = document.getElementById('explorer-temperature');
  const chart = document.getElementById('reliability-explorer');
  const note = name => {
    say(name + ' words', document.getElementById('explorer-output').textContent);
    say(name + ' temperature', sweep.t[Number(slider.value)]);
    say(name + ' bars', [...chart.querySelectorAll('.bar.accuracy')].map(b => b.dataset.value).join(' '));
  };
  note('start');
  for (const [name, at] of [['first', 30], ['middle', 90], ['last', sweep.t.length - 20]]) {
    slider.value = at;
    slider.dispatchEvent(new Event('input'));
    note(name);
  }
  const exponent = document.getElementById('explorer-lambda');
  exponent.value = 20;
  exponent.dispatchEvent(new Event('input'));
  say('lambda', sweep.lambdas[20].lambda);
  say('lambda words', document.getElementById('explorer-lambda-output').textContent);
  say('lambda temperature', sweep.t[Number(slider.value)]);
  [...document.querySelectorAll('.stops button')].find(b => b.textContent === 'vanilla').click();
  say('vanilla words', document.getElementById('explorer-output').textContent);
  const table = document.querySelector('table.sortable');
  const head = [...table.querySelectorAll('thead th')].find(th => th.textContent.startsWith('ECE'));
  const column = [...head.parentNode.cells].indexOf(head);
  say('methods', [...head.parentNode.cells].slice(0, 3).map(th => th.textContent).join(', '));
  const values = () => [...table.tBodies[0].rows].map(r => r.cells[column])
    .filter(Boolean).map(c => parseFloat(c.textContent)).join(' ');
  head.querySelector('button').click();
  say('sorted up', values());
  head.querySelector('button').click();
  say('sorted down', values());
  say('aria', head.getAttribute('aria-sort'));
  const [svg, png] = chart.closest('figure').querySelectorAll('.tools button');
  svg.click();
  say('svg', await blobs[0].text());
  png.click();
  while (blobs.length < 2) await new Promise(done => setTimeout(done, 50));
  const bytes = new Uint8Array(await blobs[1].arrayBuffer());
  say('png type', blobs[1].type);
  say('png bytes', bytes.length);
  say('png start', bytes.slice(0, 8).join(' '));
  say('png width', new DataView(bytes.buffer).getUint32(16));
  say('scripted', document.documentElement.classList.contains('scripted'));
  say('errors', errors.join('; ') || 'none');
  say('requests', performance.getEntriesByType('resource').filter(r => !/^(data|blob):/.test(r.name)).length);
  const out = document.createElement('pre');
  out.id = 'said';
  out.textContent = lines.join('\n');
  document.body.append(out);
})();
