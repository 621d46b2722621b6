import { describe } from '@perene/api/words';
import { ApiProblem, type ProblemDetails } from '../api/problem.ts';
import type { Language } from './language.ts';
import { sentence } from './sentence.ts';

/** Sentences for the console, which replace sentences about requests and their headers. */
const IN_PAGES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    failed: 'Something went wrong in this page. Try again.',
    'key-missing': 'This needs a key. Sign in again.',
    'metadata-invalid': 'The description cannot be kept as it is. The fields below say what is wrong.',
    'request-repeated': 'This is being done already. Wait a moment, then look at the items.',
    'request-differs': 'This was sent before with another description. Start it anew.',
    'upload-not-found': 'The part that was sent before is gone. Send it again.',
    'cursor-invalid': 'The list has changed. Load it again.',
    'address-unknown': 'This node does not do that: it runs without the role that this page needs.',
  },
  pt: {
    failed: 'Algo deu errado nesta página. Tente de novo.',
    'key-missing': 'Isto pede uma chave. Entre de novo.',
    'metadata-invalid': 'A descrição não pode ser guardada assim. Os campos abaixo dizem o que está errado.',
    'request-repeated': 'Isto já está sendo feito. Espere um pouco e veja os itens.',
    'request-differs': 'Isto já foi enviado com outra descrição. Comece de novo.',
    'upload-not-found': 'A parte enviada antes se perdeu. Envie de novo.',
    'cursor-invalid': 'A lista mudou. Carregue-a de novo.',
    'address-unknown': 'Este nó não faz isso: ele roda sem o papel de que esta página precisa.',
  },
};

const FAILED: Pick<ProblemDetails, 'code' | 'detail' | 'parameters'> = { code: 'failed', detail: '' };

/** Returns what happened and what to do, in the words of the contract. */
export const describeError = (error: unknown, language: Language): string => {
  const { code, detail, parameters } = error instanceof ApiProblem ? error.details : FAILED;
  return IN_PAGES[language][code] ?? sentence(describe({ code, parameters, detail: detail || undefined }, language));
};
