// Uses the dashboard as a reader would and says what came of it.
use(async () => {
  const byId = id => document.getElementById(id);
  const chart = byId('nights-accuracy');
  const all = (selector, within = chart) => [...within.querySelectorAll(selector)];
  const at = marks => marks.map(mark => mark.dataset.at).join(' ');
  const change = (id, value) => {
    byId(id).value = value;
    byId(id).dispatchEvent(new Event('change'));
  };
  const press = key => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const heading = () => byId('night').hidden ? 'closed' : byId('night-heading').textContent;
  const focus = () => document.activeElement.id;

  say('dots', all('.night-dot').length);
  say('alerts', at(all('.night-alert')));
  say('alerts of feature drift', at(all('.night-alert', byId('nights-domainAuc'))));
  say('alerts of calibration error', all('.night-alert', byId('nights-ece')).length);
  say('realised', at(all('.night-realised')));
  say('lines of truth', all('.night-truth').length);
  say('lines of truth elsewhere', all('.night-truth', byId('nights-ece')).length);
  say('bands', all('.range').length);
  say('reference', all('.night-reference').map(box => box.getAttribute('width') / (chart.viewBox.baseVal.width - 60)));
  say('points', all('.night-line').map(line => line.getAttribute('points').split(' ').map(p => p.split(',')[1]).join(' ')).join(' '));
  const tick = words => all('.tick').find(text => text.textContent === words).getAttribute('y') - 4;
  say('ticks', [tick('60\u00a0%'), tick('80\u00a0%')].join(' '));
  say('threshold', all('.night-threshold')[0].getAttribute('points').split(' ')[0].split(',')[1]);

  say('before', heading());
  const mark = all('.night-alert')[0].getBoundingClientRect();
  chart.dispatchEvent(new MouseEvent('click', { clientX: mark.left + mark.width / 2, clientY: 0, bubbles: true }));
  say('clicked', heading());
  say('evidence', byId('night').innerText);
  say('segments', all('td:nth-child(2)', all('table', byId('night')).find(t => t.caption.textContent.startsWith('Segments'))).map(c => c.textContent.trim()).join(' '));
  say('live', byId('monitor-said').textContent + ' ' + byId('monitor-said').getAttribute('aria-live'));
  say('role', chart.getAttribute('role') + ' ' + chart.getAttribute('aria-label'));
  say('after figure', byId('night').previousElementSibling.dataset.metric);
  chart.focus();
  press('ArrowLeft');
  say('left', heading());
  press('End');
  say('end', heading());
  say('value text', chart.getAttribute('aria-valuetext'));
  press('Enter');
  say('entered', focus());
  press('Escape');
  say('escaped', heading() + ' ' + focus());
  byId('nights-classes').focus();
  press('ArrowLeft');
  say('other chart', heading() + ' ' + byId('night').previousElementSibling.dataset.metric);

  change('monitor-rows', [...byId('monitor-rows').options].find(o => o.textContent.startsWith('camera=3')).value);
  say('camera', heading());
  say('camera alerts', at(all('.night-alert')));
  say('camera features', byId('nights-domainAuc').textContent);
  say('address', decodeURIComponent(location.hash));
  change('monitor-metric', 'ece');
  say('figures', all('figure', document).filter(f => getComputedStyle(f).display !== 'none').map(f => f.dataset.metric).join(' '));
  change('monitor-span', '30');
  say('latest', all('.night-dot, .night-alert', byId('nights-ece')).length);
  const details = byId('nights-ece').parentNode.querySelector('details');
  details.open = true;
  await new Promise(done => details.addEventListener('toggle', done));
  say('rows of the table', all('tbody tr', details).length);
  location.hash = '#rows=camera%3D1&night=2026-11-14';
  await new Promise(done => addEventListener('hashchange', done));
  say('recalled', heading() + ' ' + byId('monitor-metric').value);
  location.hash = '#';
  await new Promise(done => addEventListener('hashchange', done));
  say('forgotten', heading() + ' ' + byId('monitor-rows').selectedOptions[0].textContent);
  byId('nights-accuracy').focus();
  press('ArrowLeft');
  [...byId('night').querySelectorAll('button')].find(b => b.textContent === 'camera=3').click();
  say('through the table', heading());
});
