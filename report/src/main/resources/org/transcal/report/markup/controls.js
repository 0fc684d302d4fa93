// Sliders and choices. They stay hidden where no script runs.
const byId = id => document.getElementById(id);

const explore = sweep => {
  const panel = byId('explorer');
  const svg = byId('reliability-explorer');
  const slider = byId('explorer-temperature');
  const exponent = byId('explorer-lambda');
  const output = byId('explorer-output');
  const show = at => {
    const words = `T = ${short(sweep.t[at])}: ${sweep.target ? 'on source rows ' : ''}ECE ${percent(sweep.ece[at])}, confidence ${percent(sweep.mean[at])}, `
      + `right ${percent(sweep.right[at])}`
      + (sweep.target ? `; mean target confidence ${percent(sweep.target[at])}` : '');
    output.textContent = words;
    slider.setAttribute('aria-valuetext', words);
    drawReliability(svg, { n: sweep.n[at], a: sweep.a[at], c: sweep.c[at], l: sweep.l[at], h: sweep.h[at] });
    describe(svg, 'Reliability at ' + words);
  };
  slider.max = sweep.t.length - 1;
  slider.value = sweep.start;
  slider.addEventListener('input', () => show(Number(slider.value)));
  for (const button of panel.querySelectorAll('button[data-index]')) {
    button.addEventListener('click', () => {
      slider.value = button.dataset.index;
      show(Number(button.dataset.index));
    });
  }
  if (exponent) {
    const note = byId('explorer-lambda-output');
    const weights = byId('weights-tempered');
    const move = at => {
      const step = sweep.lambdas[at];
      const words = `λ = ${decimals(step.lambda, 2)}` + (step.index === null
        ? ': no temperature solves the equation'
        : `: solved by T = ${short(sweep.t[step.index])}`);
      note.textContent = words;
      exponent.setAttribute('aria-valuetext', words);
      if (step.index !== null) {
        slider.value = step.index;
        show(step.index);
      }
      if (weights && step.weights) drawTaskWeights(weights, step.weights, Math.max(...step.weights.rows));
    };
    exponent.max = sweep.lambdas.length - 1;
    exponent.value = sweep.lambdaStart;
    exponent.addEventListener('input', () => move(Number(exponent.value)));
    note.textContent = `λ = ${decimals(sweep.lambdas[sweep.lambdaStart].lambda, 2)}`;
  }
  show(Number(slider.value));
  panel.hidden = false;
};

const browse = tasks => {
  const panel = byId('browser');
  const chooser = byId('browser-task');
  const methods = byId('browser-method');
  const option = (value, words) => element('option', { value }, words);
  chooser.append(...tasks.map((task, index) => option(index, task.name)));
  const method = () => {
    const task = tasks[chooser.value];
    const found = task.methods.find(each => each.name === methods.value) || task.methods[0];
    drawReliability(byId('browser-reliability'), found);
    const words = `${task.name}, ${found.name}: ECE ${percent(found.ece)}, right ${percent(found.right)}`;
    byId('browser-output').textContent = words;
    describe(byId('browser-reliability'), 'Reliability of ' + words);
  };
  const toggle = (id, shown) => { byId(id).closest('figure').hidden = !shown; };
  const task = () => {
    const chosen = tasks[chooser.value];
    const before = methods.value;
    methods.replaceChildren(...chosen.methods.map(each => option(each.name, each.name)));
    methods.value = chosen.methods.some(each => each.name === before) ? before : chosen.first;
    byId('browser-facts').textContent = chosen.facts;
    for (const [id, weights] of [['browser-weights', chosen.plain], ['browser-tempered', chosen.tempered]]) {
      if (!byId(id)) continue;
      toggle(id, Boolean(weights));
      if (weights) drawTaskWeights(byId(id), weights, Math.max(1, ...weights.rows));
    }
    if (byId('browser-landscape')) {
      toggle('browser-landscape', Boolean(chosen.land));
      if (chosen.land) {
        drawLandscape(byId('browser-landscape'), chosen.land);
        byId('browser-landscape').closest('figure').querySelector('h3 code').textContent = chosen.land.method;
      }
    }
    method();
  };
  chooser.addEventListener('change', task);
  methods.addEventListener('change', method);
  task();
  panel.hidden = false;
};

if (data.sweep) explore(data.sweep);
if (data.tasks && data.tasks.length) browse(data.tasks);
document.documentElement.classList.add('scripted');
})();
