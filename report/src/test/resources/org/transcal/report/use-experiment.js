// Uses the controls of an experiment's report and says what came of it.
use(async () => {
  const task = document.getElementById('browser-task');
  const method = document.getElementById('browser-method');
  task.value = 5;
  task.dispatchEvent(new Event('change'));
  method.value = 'vanilla';
  method.dispatchEvent(new Event('change'));
  const chart = document.getElementById('browser-reliability');
  say('task', task.selectedOptions[0].textContent);
  say('method', method.value);
  say('words', document.getElementById('browser-output').textContent);
  say('bars', [...chart.querySelectorAll('.bar.accuracy')].map(b => b.dataset.value).join(' '));
  say('chances', chart.querySelector('.chance').getAttribute('d'));
  say('whiskers', [...chart.querySelectorAll('.whisker')].map(b => b.dataset.high).join(' '));
  say('bands', [...chart.querySelectorAll('.band')].map(b => b.dataset.high).join(' '));
  const cells = [...document.querySelector('.averaged').tBodies[0].rows[0].cells].map(getComputedStyle);
  say('overview', [cells[0].position + ' left ' + cells[0].left, cells[1].position,
    cells.at(-1).position + ' right ' + cells.at(-1).right].join(', '));
  say('cells', document.querySelectorAll('#browser-landscape .heat rect').length);
  say('weight bars', document.querySelectorAll('#browser-tempered .bar.weight').length);
  await save(document.querySelector('#dilemma-0').closest('figure'));
});
