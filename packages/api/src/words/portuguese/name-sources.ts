import type { NameSourceRefusals } from '../../codes/names/name-source-refusals.ts';
import type { WordsFor } from '../sentence.ts';

const of = (text: string): string => (text === '' ? '' : `: ${text}`);

export const NAME_SOURCES: WordsFor<NameSourceRefusals> = {
  'name-source-invalid': {
    unreadable: ({ line, text }) => `a linha ${line} não se deixa ler${of(text)}`,
    'too-long': ({ line, text }) =>
      `o que começa na linha ${line} é mais longo do que qualquer nome com tudo que está ligado a ele${of(text)}`,
    cut: ({ line }) => `o arquivo termina no meio do que começa na linha ${line}: grave-o de novo`,
    columns: ({ line, text }) => `a linha ${line} não nomeia colunas, ou falta uma destas: ${text}`,
    'no-names': () => 'não há nomes neste arquivo: veja se ele é do formato que foi dado',
    'no-name': ({ line, text }) => `linha ${line}: nenhum cunhador daqui pode ter um nome como ${text}`,
    'no-minter': ({ line, text }) => `linha ${line}: nenhum cunhador daqui tem o prefixo de ${text}: crie um antes`,
    alias: ({ line, text }) =>
      `linha ${line}: ${text} já é outro identificador de um item, e não é nome de um cunhador`,
    operation: ({ line, text }) => `linha ${line}: só CREATE e ADD são entendidos, não ${text}`,
    value: ({ line, text }) => `a linha ${line} não tem valor que se possa guardar${of(text)}`,
  },
};
