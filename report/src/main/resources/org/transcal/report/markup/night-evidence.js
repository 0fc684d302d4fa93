// The evidence of one night: tables that are built when asked for.
const cell = (name, content, attributes = {}) => element(name, attributes, ...[].concat(content));
const tableOf = (caption, columns, rows, classes = '') => element('div',
  { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': caption },
  element('table', { class: classes },
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...columns.map(name => cell('th', name, { scope: 'col' })))),
    element('tbody', {}, ...rows.map(([name, ...cells]) =>
      element('tr', {}, cell('th', name, { scope: 'row' }), ...cells.map(each => cell('td', each)))))));
const around = words => element('span', { class: 'around' }, words);
const bar = (share, classes = 'bar accuracy') => {
  const svg = shape('svg', 'night-bar', { viewBox: '0 0 100 10', width: 100, height: 10, 'aria-hidden': 'true' });
  svg.append(shape('rect', classes, { x: 0, y: 0, width: Math.max(0, Math.min(1, share)) * 100, height: 10 }));
  return svg;
};
const percentage = value => percent(value);
const isolated = words => element('bdi', {}, words);

const alertsOf = (series, at) =>
  monitor.metrics.filter(metric => alerted(series, metric, at)).map(metric => metric.title);
const status = (metric, series, at) => {
  const lines = series[metric.key];
  const beyond = metric.below ? lines.v[at] < lines.t[at] : lines.v[at] > lines.t[at];
  return alerted(series, metric, at) ? '▲ alert' : beyond ? 'beyond, no alert' : 'fine';
};

const readings = (series, at) => tableOf('Metrics', ['metric', 'value', '90 % interval', 'usual', 'threshold', 'status'],
  monitor.metrics.filter(metric => series[metric.key] && known(series[metric.key].v[at])).map(metric => {
    const lines = series[metric.key];
    return [metric.title, valueOf(metric, lines.v[at]),
      lines.l && known(lines.l[at]) ? rangeOf(metric, lines.l[at], lines.h[at]) : NONE,
      valueOf(metric, lines.e[at]), valueOf(metric, lines.t[at]), status(metric, series, at)];
  }));

// Segments that explain the drop come first.
const segments = (at, choose) => {
  const rows = monitor.series.map((series, index) => ({ series, index }))
    .filter(({ series, index }) => index > 0 && known(series.rows[at]))
    .map(({ series, index }) => {
      const lines = series.accuracy;
      const value = lines ? lines.v[at] : null;
      const share = series.share[at];
      return { series, index, lines, value, share, rank: known(share) ? share : known(value) ? lines.e[at] - value : -1 };
    })
    .sort((a, b) => b.rank - a.rank);
  if (!rows.length) return [];
  const drop = rows.some(row => known(row.share));
  return [tableOf(drop ? 'Segments, by their share of the drop in accuracy' : 'Segments',
    ['segment', ...(drop ? ['share of the drop'] : []), 'accuracy', 'usual', 'rows', 'alerts'],
    rows.map(({ series, index, lines, value, share }) => {
      const button = element('button', { type: 'button' }, isolated(series.name));
      button.addEventListener('click', () => choose(index));
      return [button, ...(drop ? [[bar(share || 0, 'bar before'), ' ' + percent(share, 0)]] : []),
        percent(value), percent(lines ? lines.e[at] : null), count(series.rows[at]),
        alertsOf(series, at).length ? '▲ ' + alertsOf(series, at).join(', ') : NONE];
    }), 'words-last')];
};

const classes = found => tableOf('Classes, with 90 % intervals', ['class', 'precision', 'recall', 'F1'],
  found.map(({ name, q }) => [isolated(name), ...[0, 3, 6].map(i =>
    [percent(q[i]), ' ', around(`${decimals(100 * q[i + 1], 0)}–${percent(q[i + 2], 0)}`)])]));

const features = found => tableOf('Features that moved most (Kolmogorov-Smirnov)', ['feature', 'distance'],
  found.features.map((name, i) => [isolated(name), [bar(found.moved[i]), ' ' + decimals(found.moved[i], 3)]]));

// Everything that is known about a night of the rows chosen.
const evidenceOf = (series, at, choose) => {
  const parts = [];
  const say = words => parts.push(element('p', {}, words));
  if (!known(series.rows[at])) {
    say(`There are no rows of ${series.name}.`);
    return parts;
  }
  const found = series.evidence[at] || {};
  const whole = series === monitor.series[0];
  if (found.alerts) {
    parts.push(element('ul', { class: 'night-alerts' }, ...found.alerts.map(words => element('li', {}, '▲ ' + words))));
  } else {
    const on = alertsOf(series, at);
    say(on.length ? `▲ Alert on ${on.join(', ')}${isGroup(at) ? ' in at least one of these batches' : ''}.` : 'No alert.');
  }
  const facts = isGroup(at)
    ? [`${count(monitor.nights[at])} nights in one point: mean values, widest intervals, ${count(series.rows[at])} rows per night.`]
    : [`${count(series.rows[at])} rows` + (found.sampled ? `; the estimate uses ${count(found.sampled)} of them.` : '.')];
  if (at < monitor.reference) facts.push('Part of the reference period.');
  const span = ([value, low, high], words) => `${words(value)} (${words(low)} to ${words(high)})`;
  if (found.auroc) facts.push(`Area under the ROC curve ${span(found.auroc, value => decimals(value, 3))}.`);
  if (found.realised) {
    facts.push(`Labels of ${count(found.labelled)} rows: accuracy ${span(found.realised, percentage)}, `
      + `calibration error ${percent(found.realisedEce)}.`);
  }
  if (known(found.factor)) facts.push(`The track record multiplies intervals by ${short(found.factor)}.`);
  say(facts.join(' '));
  parts.push(element('div', { class: 'night-tables' },
    readings(series, at),
    ...(found.features ? [features(found)] : []),
    ...(whole ? segments(at, choose) : []),
    ...(found.classes ? [classes(found.classes)] : [])));
  if (!isGroup(at) && at < monitor.first) say('Features, classes and the text of alerts are kept for later nights only.');
  return parts;
};

// The numbers of a chart as a table.
const numbersOf = (metric, series, from) => {
  const lines = series[metric.key];
  const rows = [];
  for (let at = monitor.at.length - 1; lines && at >= from; at--) {
    if (!known(lines.v[at])) continue;
    rows.push([nightName(at), valueOf(metric, lines.v[at]),
      lines.l && known(lines.l[at]) ? rangeOf(metric, lines.l[at], lines.h[at]) : NONE,
      valueOf(metric, lines.e[at]), valueOf(metric, lines.t[at]),
      ...(metric.key === 'accuracy' && series.realised ? [percent(series.realised[at] ?? null)] : []),
      ...(metric.key === 'accuracy' && series.truth ? [percent(series.truth[at] ?? null)] : []),
      alerted(series, metric, at) ? '▲ alert' : NONE]);
  }
  return tableOf(`${metric.title}, ${series.name}`, ['batch', 'value', '90 % interval', 'usual', 'threshold',
    ...(metric.key === 'accuracy' && series.realised ? ['realised'] : []),
    ...(metric.key === 'accuracy' && series.truth ? ['true'] : []), 'alert'], rows).firstChild;
};
