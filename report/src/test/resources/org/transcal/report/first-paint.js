// How long it took until the whole page was laid out, which is never before its first paint.
document.body.offsetHeight;
document.documentElement.dataset.laidOut = performance.now();
