{
  const form = document.getElementById('filters');
  const rows = [...document.querySelectorAll('tr[data-level]')];
  const names = ['endpoint', 'level', 'outcome'];
  const texts = JSON.parse(document.getElementById('texts').textContent);
  const languages = document.getElementById('languages');
  const language = languages.querySelector('select');

  const say = (id, values = {}) =>
    (texts[document.documentElement.lang][id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const valuesOf = (element) => JSON.parse(element.dataset.v ?? '{}');

  const speak = () => {
    document.documentElement.lang = language.value;
    for (const each of document.querySelectorAll('[data-t]')) each.textContent = say(each.dataset.t, valuesOf(each));
    for (const each of document.querySelectorAll('[data-l]')) each.ariaLabel = say(each.dataset.l, valuesOf(each));
  };

  // `open` stands for both outcomes that say nothing of a requirement.
  const isOf = (chosen, row, name) =>
    chosen === '' || chosen === row.dataset[name] || (chosen === 'open' && /^(?:not|inc)/.test(row.dataset[name]));

  const filter = () => {
    if (!form) return;
    const chosen = new FormData(form);
    const find = (chosen.get('find') ?? '').trim().toLowerCase();
    const outcome = form.dataset.open ? 'open' : chosen.get('outcome');
    const fits = (row) =>
      names.every((name) => isOf(name === 'outcome' ? outcome : chosen.get(name), row, name)) &&
      row.textContent.toLowerCase().includes(find);
    for (const row of rows) row.hidden = !fits(row);
    const count = rows.filter((row) => !row.hidden).length;
    document.getElementById('shown').textContent = say('script.shown', { count, all: rows.length });
    const isFiltered = count < rows.length;
    for (const folded of document.querySelectorAll('.passed-checks'))
      if (isFiltered) folded.open = [...folded.querySelectorAll('tr[data-level]')].some((row) => !row.hidden);
  };

  // The filters and the language stand behind the # of the address, as a file has no other place for them.
  const keep = () => {
    const chosen = new URLSearchParams(form ? [...new FormData(form)].filter(([, value]) => value !== '') : []);
    if (form?.dataset.open) chosen.set('outcome', 'open');
    if (!language.selectedOptions[0].defaultSelected) chosen.set('language', language.value);
    history.replaceState(null, '', `#${chosen}`);
  };

  const restore = (words) => {
    const chosen = new URLSearchParams(words);
    if (chosen.has('language')) language.value = chosen.get('language');
    speak();
    if (!form) return;
    for (const name of [...names, 'find']) form.elements[name].value = chosen.get(name) ?? '';
    form.dataset.open = chosen.get('outcome') === 'open' ? '1' : '';
    filter();
  };

  const reveal = () => {
    const place = decodeURIComponent(location.hash.slice(1));
    if (place.includes('=')) return restore(place);
    const target = document.getElementById(place);
    if (!target) return;
    if (target.id === 'main') target.focus();
    if (target.matches('tr[hidden]')) {
      form.reset();
      form.dataset.open = '';
      filter();
    }
    for (let folded = target.closest('details'); folded; folded = folded.parentElement.closest('details'))
      folded.open = true;
    const own = target.querySelector('details');
    if (target.matches('tr') && own) own.open = true;
    target.scrollIntoView();
  };

  for (const link of document.querySelectorAll('[data-filter]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const list = document.getElementById('checks');
      list.closest('details').open = true;
      restore(`${link.dataset.filter}&language=${language.value}`);
      keep();
      list.scrollIntoView();
    });
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = say('script.copied');
    });
  }
  addEventListener('beforeprint', () => {
    for (const entry of document.querySelectorAll('.fix')) entry.open = true;
  });
  addEventListener('hashchange', reveal);
  const change = () => {
    if (form) form.dataset.open = '';
    filter();
    keep();
  };
  form?.addEventListener('input', change);
  form?.addEventListener('submit', (event) => event.preventDefault());
  form?.addEventListener('reset', () => setTimeout(change));
  language.addEventListener('input', () => {
    speak();
    filter();
    keep();
  });
  languages.hidden = false;
  if (form) form.hidden = false;
  filter();
  reveal();
}
