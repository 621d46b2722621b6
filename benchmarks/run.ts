import { benchmarkCodec } from './codec.ts';
import { benchmarkLinearTime } from './linear-time.ts';
import { benchmarkMint } from './mint.ts';

benchmarkCodec();
process.stdout.write('\n');
benchmarkLinearTime();
process.stdout.write('\n');
await benchmarkMint();
