{
  const form = document.getElementById('filters');
  const shown = document.getElementById('shown');
  const rows = [...document.querySelectorAll('tr[data-level]')];
  const names = ['endpoint', 'level', 'outcome'];
  const failures = [
    ...document.querySelectorAll('.cause, tr[data-outcome="failed"], tr[data-outcome="warned"]'),
  ];

  const fits = (row, wanted) =>
    names.every((name) => !wanted.get(name) || wanted.get(name) === row.dataset[name]) &&
    row.textContent.toLowerCase().includes((wanted.get('find') ?? '').trim().toLowerCase());

  const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
  const speakers = {};
  const say = (text, values) => {
    const { lang } = document.documentElement;
    speakers[lang] ??= speakerOf(texts[lang] ?? {});
    return speakers[lang](text, values);
  };

  const speak = (language) => {
    if (!language || language === document.documentElement.lang) return;
    document.documentElement.lang = language;
    for (const marked of document.querySelectorAll('[data-t]'))
      marked.textContent = say(marked.dataset.t, JSON.parse(marked.dataset.v ?? '{}'));
    for (const labelled of document.querySelectorAll('[data-l]'))
      labelled.ariaLabel = say(labelled.dataset.l, JSON.parse(labelled.dataset.v ?? '{}'));
    for (const row of document.querySelectorAll('[data-j]'))
      row.textContent = JSON.parse(row.dataset.j)
        .map(([text, values]) => say(text, values))
        .join('');
  };

  const filter = () => {
    speak(form.elements.language?.value);
    const wanted = new FormData(form);
    for (const row of rows) row.hidden = !fits(row, wanted);
    for (const section of document.querySelectorAll('.endpoint'))
      section.hidden = !section.querySelector('tbody tr:not([hidden])');
    const count = rows.filter((row) => !row.hidden).length;
    shown.textContent = say(`{count} of {all} ${form.dataset.of}`, { count, all: rows.length });
  };

  // Behind the #, where it is no id: of a file nothing else of the address can be changed.
  const keep = () => {
    const usual = (name, value) =>
      value === '' || form.elements[name].querySelector?.('[selected]')?.value === value;
    const said = [...new FormData(form)].filter(([name, value]) => !usual(name, value));
    history.replaceState(null, '', `#${new URLSearchParams(said)}`);
  };

  const restore = () => {
    for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
      if (form.elements[name]) form.elements[name].value = value;
    filter();
  };

  const reveal = () => {
    if (location.hash.includes('=')) return restore();
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const row = target?.closest('tr');
    if (target?.id === 'main') target.focus();
    for (let folded = target?.closest('details'); folded; folded = folded.parentElement?.closest('details'))
      folded.open = true;
    if (!row) return target?.scrollIntoView();
    if (row.hidden) {
      form.reset();
      filter();
    }
    const details = row.querySelector('details');
    if (details) details.open = true;
    row.scrollIntoView();
  };

  const next = () => {
    const open = failures.filter((failure) => !failure.hidden && !failure.closest('[hidden]'));
    const edge = form.getBoundingClientRect().bottom + 8;
    const found = open.find((failure) => failure.getBoundingClientRect().top > edge + 8) ?? open[0];
    if (!found) return;
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    found.scrollIntoView();
  };

  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('.cause details')) details.open = true;
  });
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.nextElementSibling.textContent);
      button.textContent = say('Copied');
    });
  }
  const change = () => {
    filter();
    keep();
  };
  addEventListener('hashchange', reveal);
  form.addEventListener('input', change);
  form.elements.language?.addEventListener('input', change); // it stands above the form
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(change));
  document.getElementById('next').addEventListener('click', next);
  document.getElementById('next').hidden = failures.length === 0;
  form.hidden = false;
  filter();
  reveal();
}
