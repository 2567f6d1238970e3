type Variables = NodeJS.Dict<string>;

/** Variables that are read for one more release, each with the setting and the entry of it that they were. */
const renamed: Readonly<Record<string, readonly [setting: 'BUDGET' | 'PRODUCT', entry: string]>> = {
  BUDGET_PREFERENCES: ['BUDGET', 'preferences'],
  BUDGET_TEST_USERS: ['BUDGET', 'test-users'],
  BUDGET_AGREEMENTS: ['BUDGET', 'agreements'],
  PER: ['BUDGET', 'per'],
  PRODUCT_VERSION: ['PRODUCT', 'version'],
  VENDOR: ['PRODUCT', 'vendor'],
  CONTACT: ['PRODUCT', 'contact'],
};

/** Variables that were removed, each with what to use instead. */
const removed: Readonly<Record<string, string>> = {
  CONCURRENCY: 'Use WORKERS=1 to send one request at a time, or MAX_RPS',
  SHARD: 'Use --shard=2/3',
  TARGET_BUILD_COMMAND: 'Use TARGET_BUILD="$(your-command)"',
  USER_AGENT: 'Use EXTRA_HEADERS="user-agent: partner/1.0"',
};

/** The names that are no settings any more but mean one. */
export const formerNames: ReadonlySet<string> = new Set([...Object.keys(renamed), ...Object.keys(removed)]);

/** Returns the message for the first removed variable; undefined if there is none. */
export function removedMessage(variables: Variables): string | undefined {
  const name = Object.keys(removed).find((each) => variables[each]?.trim());
  return name && `${name} was removed. ${removed[name]}.`;
}

/** Returns the deprecation message for the renamed variables that are set. */
export function deprecationMessage(variables: Variables): string | undefined {
  const names = Object.keys(renamed).filter((name) => variables[name]?.trim());
  const now = [...new Set(names.map((name) => renamed[name]?.[0]))];
  if (names.length === 0) return undefined;
  const settings = now.map((setting) => `${setting}='${withRenamed(variables)[setting ?? '']}'`);
  return `${names.join(', ')}: deprecated. Use ${settings.join(' and ')}.`;
}

/** Returns the variables with each renamed one as an entry of its setting, unless that has the entry. */
export function withRenamed(variables: Variables): Variables {
  const set = (setting: string) =>
    Object.entries(renamed).flatMap(([name, [own, entry]]) => {
      const value = variables[name]?.trim();
      return own === setting && value ? [[entry, value] as const] : [];
    });
  const [budget, product] = [set('BUDGET'), set('PRODUCT')];
  const { BUDGET = '', PRODUCT = '' } = variables;
  const own = BUDGET.split(',').filter((pair) => pair.trim() !== '');
  return {
    ...variables,
    ...(budget.length > 0 && {
      BUDGET: [...budget.map(([entry, value]) => `${entry}=${value}`), ...own].join(','),
    }),
    ...(product.length > 0 &&
      !PRODUCT.startsWith('{') && {
        PRODUCT: JSON.stringify({ name: PRODUCT, ...Object.fromEntries(product) }),
      }),
  };
}
