// Uses the controls of a fit report and says what came of it.
use(async () => {
  const sweep = JSON.parse(document.getElementById('report-data').textContent).sweep;
  const slider = document.getElementById('explorer-temperature');
  const chart = document.getElementById('reliability-explorer');
  const note = name => {
    say(name + ' words', document.getElementById('explorer-output').textContent);
    say(name + ' temperature', sweep.t[Number(slider.value)]);
    say(name + ' band', chart.querySelector('.chance').getAttribute('d'));
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
  await save(chart.closest('figure'));
});
