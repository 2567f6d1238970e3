{
  const form = document.getElementById('filters');
  const shown = document.getElementById('shown');
  const rows = [...document.querySelectorAll('tr[data-level]')];
  const names = ['endpoint', 'level', 'outcome'];

  const filter = () => {
    const wanted = new FormData(form);
    for (const row of rows)
      row.hidden = names.some((name) => wanted.get(name) && wanted.get(name) !== row.dataset[name]);
    for (const section of document.querySelectorAll('.endpoint'))
      section.hidden = !section.querySelector('tbody tr:not([hidden])');
    shown.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} ${form.dataset.of}`;
  };

  const reveal = () => {
    const row = document.getElementById(location.hash.slice(1))?.closest('tr');
    if (!row) return;
    if (row.hidden) {
      form.reset();
      filter();
    }
    const details = row.querySelector('details');
    if (details) details.open = true;
    row.scrollIntoView();
  };

  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('.cause details')) details.open = true;
  });
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.nextElementSibling.textContent);
      button.textContent = 'Copied';
    });
  }
  addEventListener('hashchange', reveal);
  form.addEventListener('change', filter);
  form.addEventListener('reset', () => setTimeout(filter));
  form.hidden = false;
  filter();
  reveal();
}
