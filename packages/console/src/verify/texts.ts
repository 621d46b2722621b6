import type { CheckedStep } from './check-item.ts';

export interface VerifyTexts {
  readonly checking: string;
  readonly failed: string;
  readonly verdicts: Readonly<Record<CheckedStep['verdict'], string>>;
  readonly steps: Readonly<Record<CheckedStep['step'], string>>;
  /** By the codes of faults; others are shown as they are. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly conclusions: Readonly<Record<'passed' | 'failed' | 'open', string>>;
  readonly limits: string;
}

const english: VerifyTexts = {
  checking: 'Checking …',
  failed: 'It could not be checked now. Please try again in a moment.',
  verdicts: { passed: 'Yes', unproven: 'Not shown', failed: 'No', impossible: 'Not possible' },
  steps: {
    proof: 'There is a proof of this item',
    manifest: 'Files, description and labels are those that were claimed',
    label: 'The claim is about this label',
    claims: 'The Archives signed their claims and transfers',
    keys: 'The keys of the Archives were pinned and changed as they should be',
    'claim-keys': 'The claims were signed with keys that counted then',
    history: 'One Archive at a time held the original',
    inclusion: 'All of this is in the log of the resolver',
    checkpoint: 'The log signed its present state',
    'log-key': 'The key of the log is known from elsewhere',
    witnesses: 'A witness that is known from elsewhere saw the same log',
    file: 'The main file is, bit by bit, the one that was claimed',
  },
  reasons: {
    'not-logged': 'The log of the resolver has nothing about it yet.',
    'no-crypto': 'This browser has no Ed25519, or the page did not come over HTTPS.',
    'no-file': 'The item has no main file.',
    'too-large': 'It is too large for a page: save it, and use “perene proof verify --file”.',
    closed: 'You may not read the file.',
    'file-differs': 'Its SHA-256 is another.',
    'proof/no-manifest': 'The proof has no list of files: it is closed, or the log does not know the last change yet.',
    'proof/log-unconfirmed': 'Only this site names the key. Compare it with the one that the resolver publishes.',
    'proof/no-witness': 'You know no witness yet: “perene proof verify --witness-key” takes one.',
    'proof/signature': 'A signature is wrong.',
    'history/rival': 'Another Archive says Original, too.',
    'history/gap': 'The log never saw a statement before it.',
    'history/of-another':
      'Another Archive has said something of it that does not fit, and holds no original by the log.',
  },
  conclusions: {
    passed: 'It proves who claimed this item when, that the log has it, and that the file is the one that was claimed.',
    open: 'Nothing speaks against it. It proves the steps with “Yes”, if you trust the rest.',
    failed: 'A step failed: do not rely on it, and tell whoever keeps the item.',
  },
  limits:
    'It does not prove that nobody else claimed the item, that a claim is rightful, or that what the document says is true. This page and its script come from the site that is checked: whoever doubts the site checks the proof file with “perene proof verify”.',
};

const portuguese: VerifyTexts = {
  checking: 'Verificando …',
  failed: 'Não foi possível verificar agora. Por favor, tente de novo em instantes.',
  verdicts: { passed: 'Sim', unproven: 'Não demonstrado', failed: 'Não', impossible: 'Não é possível' },
  steps: {
    proof: 'Há uma prova deste item',
    manifest: 'Os arquivos do item, a descrição e os rótulos são os que foram reivindicados',
    label: 'A reivindicação é sobre este rótulo',
    claims: 'Os Arquivos assinaram suas reivindicações e transferências',
    keys: 'As chaves dos Arquivos foram fixadas e trocadas como devem ser',
    'claim-keys': 'As reivindicações foram assinadas com chaves que valiam então',
    history: 'Um Arquivo de cada vez teve o original',
    inclusion: 'Tudo isto está no registro do resolvedor',
    checkpoint: 'O registro assinou seu estado atual',
    'log-key': 'A chave do registro é conhecida por outra via',
    witnesses: 'Uma testemunha conhecida por outra via viu o mesmo registro',
    file: 'O arquivo principal é, bit a bit, o que foi reivindicado',
  },
  reasons: {
    'not-logged': 'O registro do resolvedor ainda não tem nada sobre ele.',
    'no-crypto': 'Este navegador não tem Ed25519, ou a página não veio por HTTPS.',
    'no-file': 'O item não tem arquivo principal.',
    'too-large': 'É grande demais para uma página: salve-o, e use “perene proof verify --file”.',
    closed: 'Você não pode ler o arquivo.',
    'file-differs': 'O SHA-256 dele é outro.',
    'proof/no-manifest':
      'A prova não tem a lista de arquivos: ela é fechada, ou o registro ainda não conhece a última alteração.',
    'proof/log-unconfirmed': 'Só este site indica a chave. Compare-a com a que o resolvedor publica.',
    'proof/no-witness': 'Você ainda não conhece testemunhas: “perene proof verify --witness-key” aceita uma.',
    'proof/signature': 'Uma assinatura está errada.',
    'history/rival': 'Outro Arquivo também diz Original.',
    'history/gap': 'O registro nunca viu uma declaração anterior.',
    'history/of-another': 'Outro Arquivo disse dele algo que não combina, e não tem original segundo o registro.',
  },
  conclusions: {
    passed:
      'Prova quem reivindicou este item e quando, que o registro o tem, e que o arquivo é o que foi reivindicado.',
    open: 'Nada fala contra ele. Prova os passos com “Sim”, se você confia no resto.',
    failed: 'Um passo falhou: não confie nele, e avise quem guarda o item.',
  },
  limits:
    'Não prova que ninguém mais reivindicou o item, que uma reivindicação é legítima, nem que o que o documento diz é verdade. Esta página e seu programa vêm do site que é verificado: quem duvida do site verifica a prova com “perene proof verify”.',
};

export const verifyTexts = (language: string): VerifyTexts => (language.startsWith('pt') ? portuguese : english);
