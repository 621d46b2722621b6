import { type Judge, lookAtEach } from '../judge.ts';
import type { SampledNode } from '../sampled-node.ts';

/** What harvesters must get: the records of originals whose description is open, removed or not. */
const recordsOf = (node: SampledNode): readonly string[] =>
  node.items
    .filter(({ isOriginal, isOpen }) => isOriginal && isOpen)
    .map(({ repository }) => `oai:${new URL(node.url).hostname}:${repository}`);

const compare = (node: SampledNode, harvested: readonly string[]) =>
  lookAtEach(recordsOf(node), {
    unit: 'records',
    name: (identifier) => identifier,
    look: (identifier) => {
      const times = harvested.filter((one) => one === identifier).length;
      return times === 1 ? [] : [`harvested ${times} times`];
    },
  });

const PERL = `
use HTTP::OAI;
my $records = HTTP::OAI::Harvester->new(baseURL => $ARGV[0])->ListRecords(metadataPrefix => 'oai_dc');
while (my $record = $records->next) { print $record->identifier, "\\n" }
die $records->message if $records->is_error;
`;

const httpOai: Judge = {
  name: 'HTTP::OAI',
  source: { debian: 'libhttp-oai-perl', program: 'perl' },
  about: 'a harvest of all records gets each once, removed ones as well',
  async judge(node, program) {
    const { status, stdout, stderr } = await program.run(['-e', PERL, `${node.url}/oai`]);
    if (status !== 0) throw new Error(stderr);
    return compare(node, stdout.split('\n'));
  },
};

export const HARVESTERS: readonly Judge[] = [httpOai];
