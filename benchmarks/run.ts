import { benchmarkArchive } from './archive.ts';
import { benchmarkCodec } from './codec.ts';
import { benchmarkFederationSimulation } from './federation-simulation.ts';
import { benchmarkFirstPage } from './first-page.ts';
import { benchmarkLinearTime } from './linear-time.ts';
import { benchmarkMint } from './mint.ts';
import { benchmarkNegotiation } from './negotiation.ts';
import { benchmarkNoid } from './noid.ts';
import { benchmarkResolve } from './resolve.ts';
import { benchmarkScale } from './scale.ts';
import { benchmarkServing } from './serving.ts';
import { benchmarkSigning } from './signing.ts';
import { benchmarkTrust } from './trust.ts';
import { measureUsability } from './usability.ts';

const BENCHMARKS: Readonly<Record<string, () => void | Promise<void>>> = {
  codec: benchmarkCodec,
  'linear-time': benchmarkLinearTime,
  trust: benchmarkTrust,
  signing: benchmarkSigning,
  mint: benchmarkMint,
  noid: benchmarkNoid,
  archive: benchmarkArchive,
  resolve: benchmarkResolve,
  serving: benchmarkServing,
  negotiation: benchmarkNegotiation,
  'first-page': benchmarkFirstPage,
  usability: measureUsability,
  scale: benchmarkScale,
  'federation-simulation': benchmarkFederationSimulation,
};

/** The names of the benchmarks to run, or none for all: `npm run bench -- archive scale`. */
const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  const benchmark = BENCHMARKS[name];
  if (benchmark === undefined)
    throw new Error(`there is no benchmark "${name}": ${Object.keys(BENCHMARKS).join(', ')}`);
  await benchmark();
  process.stdout.write('\n');
}
