// One metric over time. Nights are evenly spaced: neither a gap nor a long history squeezes the rest.
const monitor = data.monitor;
const MARGIN = { left: 48, right: 12, top: 20, bottom: 26 };
const LETTER = 6.9;
const ZERO_BASED = ['ece', 'confidence', 'classes'];

const valueOf = (metric, value, digits) =>
  metric.share ? percent(value, digits ?? 1) : decimals(value, digits ?? 3);
const rangeOf = (metric, low, high) => metric.share
  ? `${decimals(100 * low, 1)}–${percent(high)}` : `${decimals(low, 3)}–${decimals(high, 3)}`;
const isGroup = at => at < monitor.to.length && monitor.nights[at] > 1;
const nightName = at => isGroup(at) ? `${monitor.at[at]} to ${monitor.to[at]}` : monitor.at[at];
const known = value => value !== null && value !== undefined;
const alerted = (series, metric, at) => Boolean(series.alerts[at] >> metric.bit & 1);

// What a chart says about one night.
const sentence = (metric, series, at) => {
  const lines = series[metric.key];
  if (!lines || !known(lines.v[at])) return `${nightName(at)}: no value`;
  return `${nightName(at)}: ${valueOf(metric, lines.v[at])}`
    + (lines.l && known(lines.l[at]) ? ` (${rangeOf(metric, lines.l[at], lines.h[at])})` : '')
    + `, usual ${valueOf(metric, lines.e[at])}, alert ${metric.below ? 'below' : 'above'} ${valueOf(metric, lines.t[at])}`
    + (metric.key === 'accuracy' && series.realised && known(series.realised[at])
      ? `, realised ${percent(series.realised[at])}` : '')
    + (alerted(series, metric, at) ? ' ▲ alert' : '');
};

const roundSteps = (low, high, about) => {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power - 1e-9;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
};

// The range of the axis, out to round values: everything but intervals that would squeeze the rest.
const domain = (metric, rows, band, from) => {
  const seen = rows.flatMap(row => row.slice(from)).filter(known);
  let low = ZERO_BASED.includes(metric.key) ? 0 : Math.min(...seen);
  let high = Math.max(...seen);
  const ends = band.flatMap(row => row.slice(from)).filter(known);
  const room = high - low;
  if (ends.length) {
    low = Math.min(low, Math.max(low - room, Math.min(...ends)));
    high = Math.max(high, Math.min(high + room, Math.max(...ends)));
  }
  const least = metric.share ? 0.04 : 0.02;
  if (high - low < least) [low, high] = [Math.max(0, (low + high - least) / 2), (low + high + least) / 2];
  const step = roundSteps(low, high, 4);
  // Room beyond the outermost values, as far as a share may go.
  if (low > 0) low = Math.max(0, Math.floor(low / step - 0.1) * step);
  high = Math.min(1, Math.ceil(high / step + 0.1) * step);
  const ticks = [];
  for (let i = 0; low + i * step <= high + step / 1e6; i++) ticks.push(low + i * step);
  return { low, high, ticks, digits: Math.max(0, -Math.floor(Math.log10(metric.share ? 100 * step : step) + 1e-9)) };
};

// Consecutive nights that have a value; the reference period is apart from what was monitored.
const runs = (row, from) => {
  const found = [];
  let run = null;
  for (let at = from; at < row.length; at++) {
    if (!known(row[at])) run = null;
    else if (run && at !== monitor.reference && !monitor.gaps.includes(at)) run.push(at);
    else found.push(run = [at]);
  }
  return found;
};

// Labels below the axis: the latest night, and evenly before it as many as have room.
const labelled = (from, x, width) => {
  const last = monitor.at.length - 1;
  const most = Math.max(4, Math.floor((width - MARGIN.left) / LETTER));
  const names = monitor.at.map(name => name.length > most ? name.slice(0, most - 1) + '…' : name);
  const slot = from < last ? x(last) - x(last - 1) : width;
  const longest = Math.max(...names.slice(from).map(name => name.length)) * LETTER + 14;
  const every = Math.max(1, Math.ceil(longest / slot));
  const found = [];
  let limit = width;
  for (let at = last; at >= from;) {
    const long = names[at].length * LETTER;
    const left = Math.max(0, Math.min(width - long, x(at) - long / 2));
    const fits = left + long <= limit;
    if (fits) {
      found.push({ at, name: names[at], middle: left + long / 2 });
      limit = left - 14;
    }
    at -= fits ? every : 1;
  }
  return found;
};

const drawNights = (svg, metric, series, view) => {
  const lines = series[metric.key];
  const width = view.width;
  const height = metric.key === 'accuracy' ? 250 : 180;
  const [left, right, bottom] = [MARGIN.left, width - MARGIN.right, height - MARGIN.bottom];
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  if (!lines || !lines.v.slice(view.from).some(known)) {
    const words = shape('text', 'tick mid', { x: width / 2, y: height / 2 });
    words.textContent = `No ${metric.title} of ${series.name}`;
    svg.replaceChildren(words);
    svg.nightAt = svg.pointAt = null;
    return;
  }
  const own = metric.key === 'accuracy' ? [series.realised || [], series.truth || []] : [];
  const scale = domain(metric, [lines.v, lines.e, lines.t, ...own], [lines.l || [], lines.h || []], view.from);
  const slot = (right - left) / (monitor.at.length - view.from);
  const x = at => left + (at - view.from + 0.5) * slot;
  const y = value => bottom - (Math.min(scale.high, Math.max(scale.low, value)) - scale.low)
    / (scale.high - scale.low) * (bottom - MARGIN.top);
  const marks = [];
  const add = (name, classes, attributes) => {
    marks.push(shape(name, classes, attributes));
    return marks[marks.length - 1];
  };
  const text = (classes, words, attributes) => { add('text', classes, attributes).textContent = words; };
  const point = (row, at) => `${x(at).toFixed(1)},${y(row[at]).toFixed(1)}`;
  const curve = (classes, row) => {
    // A night alone is as wide as its slot.
    for (const run of runs(row, view.from)) {
      const points = run.length > 1 ? run.map(at => point(row, at)).join(' ')
        : `${(x(run[0]) - slot / 2).toFixed(1)},${y(row[run[0]]).toFixed(1)} ${(x(run[0]) + slot / 2).toFixed(1)},${y(row[run[0]]).toFixed(1)}`;
      add('polyline', classes, { points });
    }
  };
  if (monitor.reference > view.from) {
    const end = left + (monitor.reference - view.from) * slot;
    add('rect', 'night-reference', { x: left, y: MARGIN.top, width: end - left, height: bottom - MARGIN.top });
    if (end - left > 75) text('tick', 'reference', { x: left, y: MARGIN.top - 6 });
  }
  for (const tick of scale.ticks) {
    add('line', 'grid', { x1: left, y1: y(tick), x2: right, y2: y(tick) });
    text('tick end', valueOf(metric, tick, scale.digits), { x: left - 7, y: y(tick) + 4 });
  }
  for (const { at, name, middle } of labelled(view.from, x, width)) {
    add('line', 'base', { x1: x(at), y1: bottom, x2: x(at), y2: bottom + 4 });
    text('tick mid', name, { x: middle, y: bottom + 19 });
  }
  add('line', 'base', { x1: left, y1: bottom, x2: right, y2: bottom });
  if (lines.l) {
    for (const run of runs(lines.l, view.from)) {
      const wide = run.length > 1 ? 0 : Math.min(12, slot / 3);
      const over = [...run.map(at => [x(at) - wide, y(lines.h[at])]), ...run.map(at => [x(at) + wide, y(lines.h[at])]).slice(-1)];
      const under = [...run.map(at => [x(at) + wide, y(lines.l[at])]).slice(-1), ...run.map(at => [x(at) - wide, y(lines.l[at])]).reverse()];
      add('polygon', 'range', { points: [...over, ...under].map(p => p.map(v => v.toFixed(1)).join(',')).join(' ') });
    }
  }
  curve('night-usual', lines.e);
  curve('night-threshold', lines.t);
  if (own.length && series.truth) curve('night-truth', series.truth);
  for (const run of runs(lines.v, view.from)) {
    if (run.length > 1) add('polyline', 'night-line', { points: run.map(at => point(lines.v, at)).join(' ') });
    for (const at of run) {
      const mark = alerted(series, metric, at)
        ? add('path', 'night-alert', { d: triangle(x(at), y(lines.v[at]), slot > 9 ? 6.5 : 4.5) })
        : slot > 7 || run.length === 1 ? add('circle', 'night-dot', { cx: x(at), cy: y(lines.v[at]), r: slot > 60 ? 4 : 2.6 }) : null;
      if (mark) mark.dataset.at = at;
    }
  }
  if (own.length && series.realised) {
    series.realised.forEach((value, at) => {
      if (at < view.from || !known(value)) return;
      add('circle', 'night-realised', { cx: x(at), cy: y(value), r: slot > 7 ? 3.6 : Math.max(1, slot / 2) }).dataset.at = at;
    });
  }
  add('line', 'night-cursor', { x1: 0, y1: MARGIN.top, x2: 0, y2: bottom }).setAttribute('visibility', 'hidden');
  svg.replaceChildren(...marks);
  svg.nightAt = clientX => {
    const box = svg.getBoundingClientRect();
    const at = view.from + Math.floor(((clientX - box.left) * width / box.width - left) / slot);
    return Math.max(view.from, Math.min(monitor.at.length - 1, at));
  };
  svg.pointAt = at => {
    const cursor = svg.querySelector('.night-cursor');
    if (at !== null && at >= view.from) {
      cursor.setAttribute('x1', x(at));
      cursor.setAttribute('x2', x(at));
    }
    cursor.setAttribute('visibility', at !== null && at >= view.from ? 'visible' : 'hidden');
  };
};
const triangle = (x, y, size) =>
  `M${x.toFixed(1)} ${(y - size).toFixed(1)}l${size} ${(1.8 * size).toFixed(1)}h${-2 * size}z`;
