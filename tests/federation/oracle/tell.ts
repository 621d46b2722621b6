import { describe } from '@perene/api/words';
import type { Failure } from './judge.ts';
import type { Event, Script } from './script.ts';
import type { Shrunk } from './shrink.ts';

/** Describes a federation that failed, for people. */
export const tellFailure = ({ script, failure }: Shrunk): string =>
  [
    `seed ${script.seed}: ${failure.law}`,
    ...tellArchives(script),
    ...script.events.map((event) => `  ${tellEvent(event)}`),
    `GET ${failure.target}${failure.languages === undefined ? '' : `   Accept-Language: ${failure.languages}`}`,
    `  got      ${failure.got}`,
    `  allowed  ${failure.allowed.join('\n           ')}`,
    'trace',
    ...failure.trace.map((step) => `  ${tellStep(step)}`),
    `as data: ${JSON.stringify(script)}`,
  ].join('\n');

const tellArchives = ({ archives, maxAskedForUnknown }: Script): readonly string[] => [
  ...archives.map(({ kind, isLocal, filters, isTerse, forms, aliases, latencyMs }, number) => {
    const manner = [
      isLocal && 'of the resolver itself',
      filters && 'filters',
      isTerse && 'terse',
      forms && `tells ${forms}`,
      aliases && `aliases ${aliases}`,
    ].filter(Boolean);
    return `  a${number}: ${kind}, ${latencyMs} ms${manner.map((text) => `, ${text}`).join('')}`;
  }),
  ...(maxAskedForUnknown < archives.length ? [`  more than ${maxAskedForUnknown} are not all asked`] : []),
];

const tellEvent = (event: Event): string => {
  switch (event.kind) {
    case 'deposit': {
      const { language = 'no language', files, isOld, hasIbip, hasMetadata } = event;
      const notes = [isOld && 'old', hasIbip && 'with an IBIp', hasMetadata && 'described'].filter(Boolean);
      return `i${event.item} is deposited in a${event.at}: ${[language, files.join(' '), ...notes].join(', ')}`;
    }
    case 'edition':
      return `i${event.next} becomes the next edition of i${event.of}`;
    case 'translation':
      return `i${event.other} becomes a translation of i${event.of}${event.isInTwoSteps ? ', its language said later' : ''}`;
    case 'alias':
      return `i${event.item} ${event.isRemoved ? 'loses' : 'gets'} the alias ${event.alias}`;
    case 'unlink':
      return `i${event.of} loses its link ${event.which}${event.next === undefined ? '' : ` for the next edition i${event.next}`}`;
    case 'copy':
      return `a${event.to} copies i${event.item}${event.from === undefined ? '' : `, from a${event.from} if there is a copy`}`;
    case 'remove':
      return `a${event.at} removes i${event.item}`;
    case 'transfer':
      return `the original of i${event.item} moves to a${event.to}`;
    case 'claim':
      return `a${event.at} claims i${event.item}`;
    case 'crash':
      return `a${event.archive} is down: ${event.how}`;
    case 'recover':
      return `a${event.archive} is back`;
    case 'spoil':
      return `a${event.archive} answers for i${event.item}: ${event.how ?? 'properly again'}`;
    case 'exclude':
      return `a${event.archive} is excluded`;
    case 'revoke':
      return `a${event.archive} is revoked`;
    case 'include':
      return `a${event.archive} is included${event.isMoved ? ' at another address' : ''}`;
    case 'stop':
      return 'the resolver stops';
    case 'start':
      return 'the resolver starts again';
    case 'wait':
      return `${event.seconds} s pass`;
    case 'ask': {
      const { kind: _, item, of, modifier, ...rest } = event;
      return `ask for ${of === undefined ? '' : `the ${of} of `}i${item}${modifier} ${JSON.stringify(rest)}`;
    }
  }
};

const tellStep = (step: Failure['trace'][number]): string => {
  switch (step.kind) {
    case 'asked':
      return `${step.archive.address} <- ${step.query} (${describe(step.why, 'en')})`;
    case 'answered':
      return `${step.archive.address} -> ${step.body.replaceAll('\r\n', ' | ') || 'nothing'}`;
    case 'failed':
      return `${step.archive.address} -> failed: ${describe(step.why, 'en')}`;
    case 'decided':
      return describe(step.why, 'en');
  }
};
