// The dashboard: which rows, metric and nights are shown, and the night whose evidence is open.
const byId = id => document.getElementById(id);

const watch = () => {
  const panel = byId('monitor');
  const night = byId('night');
  const figures = [...panel.querySelectorAll('figure')];
  const choices = { rows: byId('monitor-rows'), metric: byId('monitor-metric'), span: byId('monitor-span') };
  const last = monitor.at.length - 1;
  const metricOf = figure => monitor.metrics.find(metric => metric.key === figure.dataset.metric);
  const svgOf = figure => figure.querySelector('svg.drawing');
  const option = (value, words) => element('option', { value }, words);
  let chosen = null;
  let home = figures[0];
  let width = 0;

  choices.rows.append(...monitor.series.map((series, index) => {
    const alerts = series.alerts.filter(Boolean).length;
    return option(index, series.name + (alerts ? ` · ▲ ${alerts}` : ''));
  }));
  choices.rows.parentNode.hidden = monitor.series.length < 2;
  choices.metric.parentNode.hidden = figures.length < 2;
  choices.span.append(option('', 'all'), ...[30, 100].filter(span => span < monitor.at.length)
    .map(span => option(span, `latest ${span}`)));
  choices.span.parentNode.hidden = choices.span.options.length < 2;

  const series = () => monitor.series[choices.rows.value];
  const from = () => choices.span.value ? monitor.at.length - choices.span.value : 0;
  const remember = () => {
    const words = new URLSearchParams();
    if (choices.rows.value > 0) words.set('rows', series().name);
    if (choices.metric.value) words.set('metric', choices.metric.value);
    if (choices.span.value) words.set('nights', choices.span.value);
    if (chosen !== null) words.set('night', monitor.at[chosen]);
    try {
      history.replaceState(null, '', '#' + words);
    } catch (refused) { /* A page inside another may not change its address. */ }
  };

  const note = (figure, at) => {
    const words = sentence(metricOf(figure), series(), at);
    byId(svgOf(figure).id + '-note').textContent = words;
    return words;
  };
  const point = at => {
    for (const figure of figures) {
      const svg = svgOf(figure);
      const words = note(figure, at ?? last);
      if (svg.pointAt) svg.pointAt(at);
      for (const [name, value] of [['min', from()], ['max', last], ['now', at ?? last], ['text', words]]) {
        svg.setAttribute('aria-value' + name, value);
      }
    }
  };
  const fill = figure => {
    const details = figure.querySelector('details');
    if (details.open) details.querySelector('.scroll').replaceChildren(numbersOf(metricOf(figure), series(), from()));
  };
  const draw = () => {
    for (const figure of figures) {
      figure.classList.toggle('off', Boolean(choices.metric.value) && figure.dataset.metric !== choices.metric.value);
    }
    const visible = figures.find(figure => !figure.classList.contains('off'));
    width = Math.max(240, Math.round(svgOf(visible).getBoundingClientRect().width));
    if (home.classList.contains('off')) home = visible;
    for (const figure of figures) {
      drawNights(svgOf(figure), metricOf(figure), series(), { from: from(), width });
      fill(figure);
    }
    point(chosen);
  };

  const close = () => {
    chosen = null;
    night.hidden = true;
    point(null);
    remember();
  };
  const tool = (words, action, enabled = true) => {
    const button = element('button', { type: 'button' }, words);
    button.disabled = !enabled;
    button.addEventListener('click', action);
    return button;
  };
  const open = (at, figure = home) => {
    chosen = at;
    home = figure;
    const heading = element('h3', { id: 'night-heading' }, nightName(at) + ' · ', isolated(series().name));
    const step = by => () => { open(at + by); night.focus(); };
    night.replaceChildren(
      element('div', { class: 'night-head' }, heading, element('p', { class: 'night-tools' },
        tool('← earlier', step(-1), at > from()), tool('later →', step(1), at < last),
        tool('close', () => { close(); svgOf(home).focus(); }))),
      ...evidenceOf(series(), at, index => { choices.rows.value = index; draw(); open(at); night.focus(); remember(); }));
    if (night.previousElementSibling !== home) home.after(night);
    night.hidden = false;
    point(at);
    byId('monitor-said').textContent = [...new Set([series().name,
      ...(series().evidence[at]?.alerts || ['No alert']), sentence(metricOf(home), series(), at)])].join('. ');
    remember();
  };

  const MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -1e9, End: 1e9 };
  for (const figure of figures) {
    const svg = svgOf(figure);
    svg.addEventListener('click', event => { if (svg.nightAt) open(svg.nightAt(event.clientX), figure); });
    svg.addEventListener('pointermove', event => {
      if (!svg.nightAt) return;
      note(figure, svg.nightAt(event.clientX));
      svg.pointAt(svg.nightAt(event.clientX));
    });
    svg.addEventListener('pointerleave', () => point(chosen));
    svg.addEventListener('keydown', event => {
      if (event.key in MOVES) {
        const start = chosen === null ? last + (event.key === 'ArrowLeft' ? 1 : 0) : chosen;
        open(Math.max(from(), Math.min(last, start + MOVES[event.key])), figure);
      } else if (event.key === 'Enter' || event.key === ' ') {
        open(chosen ?? last, figure);
        night.focus();
      } else return;
      event.preventDefault();
    });
    figure.querySelector('details').addEventListener('toggle', () => fill(figure));
  }
  panel.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || night.hidden) return;
    close();
    svgOf(home).focus();
  });

  const recall = () => {
    const words = new URLSearchParams(location.hash.slice(1));
    const index = monitor.series.findIndex(each => each.name === words.get('rows'));
    choices.rows.value = Math.max(0, index);
    for (const [select, name] of [[choices.metric, 'metric'], [choices.span, 'nights']]) {
      select.value = [...select.options].some(each => each.value === words.get(name)) ? words.get(name) : '';
    }
    draw();
    const at = monitor.at.lastIndexOf(words.get('night'));
    if (at >= from()) open(at, home); else close();
  };
  for (const select of Object.values(choices)) {
    select.addEventListener('change', () => {
      draw();
      if (chosen !== null && chosen >= from()) open(chosen); else close();
    });
  }
  addEventListener('hashchange', recall);
  panel.hidden = false;
  recall();
  new ResizeObserver(() => {
    const visible = figures.find(figure => !figure.classList.contains('off'));
    if (Math.abs(svgOf(visible).getBoundingClientRect().width - width) >= 1) draw();
  }).observe(panel);
};

if (monitor) watch();
document.documentElement.classList.add('scripted');
})();
