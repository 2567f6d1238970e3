import { markdownTable } from 'markdown-table';
import { publishedFaults } from '../faults/published.ts';

/** The 109 defects that Defects4REST lists (github.com/ANSWER-OSU/Defects4REST, bug_replication), by its classes. */
export const defects4rest: Readonly<Record<string, string>> = {
  'Authentication, authorization and sessions': 'awx#7243 dolibarr#26066 enviroCar-server#45 mastodon#30103',
  'Configuration and environment': `awx#8305 awx#9472 dolibarr#23345 dolibarr#26881 dolibarr#29115 dolibarr#30950
    flowable-engine#2584 mastodon#33357 podman#14208 podman#14647 podman#17204 podman#17524 podman#17585 podman#17763
    podman#19159 podman#20375 podman#25881 restcountries#118 restcountries#177 restcountries#179 restcountries#201
    seaweedfs#913 signal-cli-rest-api#657`,
  'Data validation and queries': `awx#9222 awx#11130 dolibarr#23179 dolibarr#23415 dolibarr#24661 dolibarr#29292
    dolibarr#29421 dolibarr#29424 dolibarr#29439 dolibarr#30161 dolibarr#31015 dolibarr#31369 dolibarr#31677
    dolibarr#32096 dolibarr#32111 dolibarr#32145 dolibarr#33689 dolibarr#33949 enviroCar-server#52 enviroCar-server#60
    flowable-engine#1939 flowable-engine#3536 mastodon#28381 mastodon#29071 netbox#18363 netbox#18368 netbox#18585
    netbox#18669 netbox#18887 nocodb#1756 nocodb#1866 nocodb#1981 nocodb#2242 podman#13986 podman#15828 podman#17542
    podman#17778 podman#17869 podman#18092 podman#20013 podman#22071 podman#23981 podman#24886 restcountries#116
    restcountries#120 restcountries#156 restcountries#184 restcountries#199 restcountries#202 restcountries#209
    restcountries#221 restcountries#226 restcountries#235 restcountries#237 restcountries#249 seaweedfs#5155
    seaweedfs#6497 seaweedfs#6576 signal-cli-rest-api#654`,
  'Data storage and access': `dolibarr#29372 flowable-engine#3003 nocodb#7535 podman#13831 podman#15720 seaweedfs#1776
    seaweedfs#4088 seaweedfs#4270 seaweedfs#5864`,
  'Functional defects': 'dolibarr#30432 netbox#18991 nocodb#2776',
  'Integration, middleware and runtime': `dolibarr#32072 enviroCar-server#178 flowable-engine#3856 kafka-rest#37
    mastodon#30039 podman#18424 podman#19368 signal-cli-rest-api#387`,
  'Distributed systems': 'kafka-rest#341 kafka-rest#475 seaweedfs#5213',
};

/** The reason why the other defects cannot occur in six operations that create, cancel and delete. */
export const inexpressible: Readonly<Record<string, string>> = {
  'No operation searches, filters or lists.': `netbox#18585 nocodb#1756 nocodb#1866 nocodb#1981 nocodb#2242 podman#18092
    dolibarr#33949 flowable-engine#3536`,
  'No operation changes or reads again what was created.': `awx#11130 dolibarr#30432 dolibarr#32072 dolibarr#29115
    mastodon#30103 netbox#18669 podman#15720 podman#17204 podman#25881 seaweedfs#913`,
  'The answer has no such data: the reference fixes no values of the real world, no lists and no versions.': `awx#9472
    restcountries#116 restcountries#118 restcountries#120 restcountries#156 restcountries#177 restcountries#179
    restcountries#184 restcountries#199 restcountries#201 restcountries#202 restcountries#209 restcountries#221
    restcountries#226 restcountries#235 restcountries#237 restcountries#249 mastodon#33357 podman#17524 podman#23981
    podman#17763 podman#20375 dolibarr#30950`,
  'The reference is silent: idempotency, the shape and words of an error, what test_token changes.': `mastodon#30039
    podman#19159 podman#20013 dolibarr#32145`,
  'It is a deviation from another product, or of files, clusters and options that nothing here has.': `podman#17542
    podman#17778 podman#22071 podman#13831 kafka-rest#341 kafka-rest#475 seaweedfs#1776 signal-cli-rest-api#654`,
  'Its description is empty.': 'dolibarr#23345',
};

/** Returns the section of docs/faults.md about published defects; `noticed` lists the detected faults. */
export function publishedSection(noticed: ReadonlySet<string>): string {
  const ported = new Set(publishedFaults.map(({ name }) => name));
  const isPorted = (id: string) => ported.has(`published-${id}`);
  const isNoticed = (id: string) => noticed.has(`published-${id}`);
  const rows = Object.entries(defects4rest).map(([kind, text]) => {
    const all = idsIn(text);
    return [kind, all, all.filter(isPorted), all.filter(isNoticed)] as const;
  });
  const total = (column: 1 | 2 | 3) => rows.reduce((sum, row) => sum + row[column].length, 0);
  return [
    `Of the ${total(1)} defects of Defects4REST ${total(2)} are expressible here, and ${total(3)} of those are noticed; each is a fault below, named \`published-…\`. Four tools together found 3 of 30 of them.`,
    table([
      ['class', 'defects', 'expressible', 'noticed'],
      ...rows.map(([kind, ...lists]) => [kind, ...lists.map(({ length }) => `${length}`)]),
    ]),
    'The others:',
    table([
      ['why not', 'defects'],
      ...Object.entries(inexpressible).map(([why, text]) => [why, idsIn(text).join(', ')]),
    ]),
    'Defects of OAuth servers in versions that cannot be installed, rebuilt:',
    table([
      ['defect', 'requirement', 'the suite'],
      ...publishedFaults
        .filter(({ name }) => name.includes('/'))
        .map(({ name, description, requirement }) => [
          linked(name, description),
          requirement,
          noticed.has(name) ? 'notices it' : 'does not notice it',
        ]),
    ]),
  ].join('\n\n');
}

/** Returns the defects that are neither ported nor listed as inexpressible, or are both. */
export function unsettled(): string[] {
  const ported = new Set(publishedFaults.map(({ name }) => name.replace('published-', '')));
  const left = new Set(Object.values(inexpressible).flatMap(idsIn));
  const all = Object.values(defects4rest).flatMap(idsIn);
  return all.filter((id) => ported.has(id) === left.has(id));
}

/** Returns `published-ory/hydra#1800` as a link. */
function linked(name: string, description: string): string {
  const [repository = '', number = ''] = name.replace('published-', '').split('#');
  return `[${description}](https://github.com/${repository}/issues/${number})`;
}

const idsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const table = (rows: string[][]): string => markdownTable(rows, { alignDelimiters: false });
