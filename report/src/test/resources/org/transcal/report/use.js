// Runs steps on a page as a reader would, and writes what they say at the end of the page.
const lines = [];
const say = (name, value) => lines.push(name + '\t' + String(value).replace(/\s+/g, ' '));
const errors = [];
addEventListener('error', e => errors.push(e.message));
document.addEventListener('securitypolicyviolation', e => errors.push(e.violatedDirective));
const saved = [];
const createUrl = URL.createObjectURL;
URL.createObjectURL = blob => { saved.push(blob); return createUrl.call(URL, blob); };
HTMLAnchorElement.prototype.click = () => {};

/** Saves a figure by its two buttons. */
async function save(figure) {
  const [svg, png] = figure.querySelectorAll('.tools button');
  svg.click();
  say('svg', await saved[0].text());
  png.click();
  while (saved.length < 2) await new Promise(done => setTimeout(done, 50));
  const bytes = new Uint8Array(await saved[1].arrayBuffer());
  say('png type', saved[1].type);
  say('png bytes', bytes.length);
  say('png start', bytes.slice(0, 8).join(' '));
  say('png width', new DataView(bytes.buffer).getUint32(16));
}

async function use(steps) {
  await steps();
  say('scripted', document.documentElement.classList.contains('scripted'));
  say('errors', errors.join('; ') || 'none');
  say('requests', performance.getEntriesByType('resource').filter(r => !/^(data|blob):/.test(r.name)).length);
  const out = document.createElement('pre');
  out.id = 'said';
  out.textContent = lines.join('\n');
  document.body.append(out);
}

