import type { FederationRefusals } from '../../codes/federation-refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { EXPECTED } from './fields.ts';
import { at } from './grammar.ts';

export const FEDERATION: WordsFor<FederationRefusals> = {
  'node-unreachable': ({ url, cause }) =>
    `cannot reach the node at ${url} (${cause}): is it running, and is the address right?`,
  'node-refused': {
    'too-long': ({ max }) => `the node answered more than ${max} bytes: ask for less at once`,
    'no-json': ({ url }) => `what answers at ${url} is no JSON: is it a Perene node?`,
    elsewhere: ({ url, status }) => `${url} leads elsewhere (${status}): give the address that it leads to`,
    'other-answer': 'the node answered something else than was asked for: is it a Perene node?',
    'upload-nowhere': 'the node began an upload without saying where',
    status: ({ url, status }) => `the node at ${url} answered ${status}`,
    said: ({ said }, say) => say(said),
  },
  'peer-refused': {
    status: ({ origin, status }) => `${origin} answers with status ${status}`,
    'media-type': ({ origin, mediaType }) =>
      `${origin} answers with ${mediaType === '' ? 'no media type' : mediaType}, not text/plain`,
    'too-long': ({ origin, max }) => `${origin} answers with more than ${max} bytes`,
    elsewhere: ({ origin, status }) => `${origin} leads elsewhere (${status}): give the address that it leads to`,
    'no-resolver': ({ origin }) => `${origin} does not answer as a resolver does: is the address right?`,
    'no-json': ({ origin }) => `${origin} answers no JSON: is it an Archive of this kind?`,
    'no-receipts': ({ origin }) =>
      `${origin} signs no receipts, so an original cannot be handed over safely: its operator must update it first`,
    'no-transfers': ({ origin }) => `${origin} answers nothing about transfers: is it an Archive of this kind?`,
    'no-relations': ({ origin }) => `the Archive at ${origin} answers nothing about relations`,
    said: ({ origin, said }, say) => `${origin} refuses: ${say(said)}`,
    'in-hand-over': ({ label, to, said }, say) => `${say(said)}; ${label} stays in hand-over to ${to}`,
    'no-lease': ({ origin, expected }) => `${origin} gives no lease: expected ${expected}`,
    unreadable: ({ expected }) => `its answer cannot be read: expected ${expected}`,
    'pair-unreadable': ({ name, expected }) => `its pair ${name} cannot be read: expected ${expected}`,
    'other-item': 'its answer is about another item',
    'other-service': 'its answer is that of another Archive service',
    'digest-room': ({ service }) => `the digest of ${service} cannot be used: there are too many digests`,
    'digest-contradicts': ({ service }) =>
      `the digest of ${service} cannot be used: it contradicts itself, or is too large`,
    'digest-version': ({ service }) => `the digest of ${service} cannot be used: its changes are of another version`,
    'digest-endless': ({ service }) => `the digest of ${service} cannot be used: it never ends`,
    'digest-unfit': (unfit) => `the digest of ${unfit.service} cannot be used: ${at(unfit)}`,
  },
  'peer-unreachable': {
    'not-waited': ({ origin }) => `${origin} was not waited for`,
    late: ({ origin, milliseconds }) => `${origin} did not answer within ${milliseconds} ms`,
    slow: ({ origin }) => `${origin} does not answer in time`,
    silent: ({ origin }) => `${origin} does not answer: is it running, and is the address right?`,
    failed: ({ origin, cause }) => `cannot reach ${origin} (${cause}): is it running, and is the address right?`,
    status: ({ origin, status }) => `${origin} answers with status ${status}`,
    said: ({ origin, said }, say) => `${origin} refuses: ${say(said)}`,
    'no-holder': ({ label, said }, say) => `no Archive was found that holds ${label}: ${say(said)}`,
    'resolver-slow': 'the resolver did not answer in time',
    itself: 'the Archive of this node cannot say now',
  },
  'peer-not-allowed': {
    private: ({ host, address }) => `${host} is at ${address}, which is private: its network is not allowed here`,
    protocol: ({ protocol }) => `${protocol} is not spoken here: Archives are at http:// and https://`,
  },
  'foreign-item-invalid': {
    'other-item': ({ origin, label, shown }) => `${origin} was asked for ${label} and shows ${shown}`,
    field: ({ path, expected }) =>
      `the other Archive describes the item wrongly: at ${path} expected ${EXPECTED[expected]}`,
    unfit: ({ path, expected }) => `the other Archive describes the item wrongly: at ${path} expected ${expected}`,
  },
  'transfer-under-way': {
    to: ({ label, to }) => `${label} is being handed over to ${to}: finish or abort that first`,
    'other-name': ({ label }) =>
      `${label} is being handed over under another name: finish or abort that transfer first`,
  },
  'transfer-settled': ({ label }) => `the transfer of ${label} was decided otherwise: look at the item again`,
  'transfer-in-doubt': {
    silent: ({ label, to }) => `${label} is being handed over to ${to}, which does not answer`,
    undecided: ({ label, to }) => `${to} has not decided; ${label} stays in hand-over to ${to}`,
    unreachable: ({ label, to, said }, say) => `${say(said)}; ${label} stays in hand-over to ${to}`,
    'no-receipt': ({ label, to }) =>
      `${to} says that it has taken ${label} over, but gives no valid receipt for it; ${label} stays in hand-over: ask its operator`,
  },
  'transfer-unproved': {
    signature: ({ label }) =>
      `the offer of ${label} is not signed by its sender for this transfer, this content and this Archive`,
    'other-holder': ({ label, holder, sender }) =>
      `the original of ${label} is in the Archive ${holder}, as the resolver says, and the offer comes from ${sender}`,
    'no-holder': ({ label, said }, say) =>
      `the resolver cannot say now which Archive holds the original of ${label}: ${say(said)}; try again later`,
    'needs-admin': ({ label }) =>
      `no Archive that the resolver knows holds ${label}: let both Archives join the same resolver, or use a key of an admin`,
    'not-offered': ({ label, holder }) =>
      `the Archive ${holder} holds ${label}, and has not offered it in this transfer`,
    unasked: ({ label, holder, said }, say) =>
      `the Archive ${holder} cannot be asked whether it has offered ${label}: ${say(said)}`,
    'many-labels': ({ label, max }) =>
      `${label} and its description have over ${max} labels, which are too many to check`,
    'other-key': ({ label }) => `the transfer of ${label} was begun with another key: use that key, or one of an admin`,
  },
  'transfer-incomplete': ({ origin, count }) => `${origin} still misses ${count} files after all were sent`,
  'transfer-not-found': {
    'nothing-come': ({ id }) => `nothing has come of the transfer ${id}: send it first`,
    'nothing-to-abort': ({ label }) => `${label} is not being handed over: there is nothing to abort`,
  },
  'alert-not-found': ({ label }) => `there is no alert about ${label}`,
  'archive-not-found': ({ service }) => `there is no Archive ${service} here`,
  'archive-registered': {
    waits: ({ service }) => `a request for ${service} waits already: ask the operator of this resolver`,
    state: ({ service, state }) =>
      `${service} is ${state} already: only the operator of this resolver gives it another key`,
  },
  'archives-full': ({ max }) => `a resolver has room for ${max} Archives, and all of it is taken`,
  'registration-invalid': {
    key: ({ position, expected }) => `the registration key is wrong at character ${position + 1}: expected ${expected}`,
    address: 'that is no e-mail address such as ana@example.org',
    'resolver-service': 'that label is of the resolver itself: an Archive service has one of its own',
    'own-service': 'that is the Archive of this node, which is included without a registration',
    mail: (unfit) => `the e-mail is not as in RTC-11 Example 7.1: ${at(unfit)}`,
    'mail-too-large': ({ max }) => `the e-mail has more than ${max} bytes`,
    'mail-unreadable': ({ cause }) => `the e-mail cannot be read (${cause})`,
  },
  'too-many-registrations': {
    address: ({ address, seconds }) => `too many requests came from ${address}: wait ${seconds} s`,
    waiting: 'too many requests wait for the operator: try again tomorrow',
    'at-once': 'too many registration keys came at once: try again in a minute',
  },
  'archive-key-refused': {
    unfit: ({ position, expected }) => `this is no key: at character ${position + 1} expected ${expected}`,
    used: ({ service }) => `${service} has used this key before, and no key comes back: it needs a new one`,
  },
  'log-entry-not-found': {
    label: ({ label }) =>
      `the log of this resolver has nothing about ${label}: no Archive has signed a claim of it yet`,
    index: ({ index, size }) => `the log of this resolver has no entry ${index}: there are ${size}, from 0 on`,
    size: ({ size }) => `the log of this resolver has no such size: ${size}`,
  },
  'ark-invalid': ({ position, expected }) =>
    `this ARK is wrong at character ${position + 1}: expected ${expected}, as in ark:12345/x54xz321`,
  'ark-not-found': {
    unknown: ({ ark }) => `${ark} is not known here: look for a slip in it`,
    naan: ({ naan }) =>
      `no minter of this node has the NAAN ${naan}, and no item is known to carry this ARK: ask another resolver`,
  },
  'ark-without-target': ({ ark, information }) =>
    `${ark} exists, but leads nowhere yet; ${information} tells what is known of it`,
  'ark-withdrawn': {
    said: ({ ark, why, information }) =>
      `${ark} was withdrawn, and leads nowhere any more: ${why}; ${information} tells what is known of it`,
    unsaid: ({ ark, information }) =>
      `${ark} was withdrawn, and leads nowhere any more; ${information} tells what is known of it`,
  },
  'ark-target-invalid': ({ ark, position, expected }) =>
    `${ark}: what is bound as its target is wrong at character ${position + 1}: expected ${expected}`,
  'doi-invalid': 'this is no DOI: expected 10., a number, a slash and a name, as in 10.1234/abc',
  'purl-invalid': {
    path: ({ path }) =>
      `"${path}" is no path of a PURL: it has no blanks, no "?" and "#", and begins with neither ":" nor "@"`,
    'no-target': ({ status }) => `a PURL that answers ${status} needs a target`,
    target: ({ target }) => `"${target}" is no target: expected an address of http or https`,
    chain: ({ target }) => `${target} is a PURL of this node itself: give the place that it leads to`,
    domain: ({ domain }) => `the minter ${domain} is no domain of PURLs: those have neither a template nor a NAAN`,
  },
  'purl-not-found': ({ purl }) => `the PURL ${purl} is not known here: look for a slip in it`,
  'purl-gone': {
    said: ({ purl, why }) => `the PURL ${purl} is gone for ever: ${why}`,
    unsaid: ({ purl }) => `the PURL ${purl} is gone for ever`,
  },
  'purl-owned': ({ path }) => `the PURL ${path} belongs to somebody else, who can make you a maintainer of it`,
  'handle-invalid': 'this is no handle: expected a prefix, a slash and a name, as in 20.500.12345/abc',
  'handle-not-found': ({ handle }) => `${handle} is not known here: look for a slip in it, or ask hdl.handle.net`,
  'handle-withdrawn': {
    said: ({ handle, why }) =>
      `${handle} was withdrawn, and leads nowhere any more: ${why}; ?noredirect shows its values`,
    unsaid: ({ handle }) => `${handle} was withdrawn, and leads nowhere any more; ?noredirect shows its values`,
  },
};
