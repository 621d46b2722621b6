import type { NoticeParameters } from '../../codes/notice-codes.ts';
import type { WordsFor } from '../sentence.ts';
import { at } from './grammar.ts';

export const NOTICES: WordsFor<NoticeParameters> = {
  unreachable: 'o nó não responde: verifique a sua conexão e tente de novo',
  stopped: 'foi interrompido',
  'answer-no-json': 'o que responde não é JSON: é um nó Perene?',
  'answer-unexpected': 'veio outra coisa que não a pedida: é um nó Perene?',
  'failed-inside': 'este nó não pode fazer isso agora: o seu registro diz por quê, sob a identificação deste pedido',
  'identifier-not-queued': {
    held: ({ id }) => `${id} está retido: libere-o antes de pô-lo na fila`,
    'queued-already': ({ id }) => `${id} já está na fila`,
    'unqueued-already': ({ id }) => `${id} já foi tirado da fila`,
    'not-queued': ({ id }) => `${id} não está na fila`,
  },
  'minter-running-out': {
    'none-left': 'não resta nenhum identificador: crie outro cunhador',
    few: ({ remaining, total }) => `restam só ${remaining} de ${total} identificadores: prepare outro cunhador`,
    soon: ({ remaining, total, exhaustedOn }) =>
      `restam ${remaining} de ${total} identificadores, que no ritmo atual duram até ${exhaustedOn}: prepare outro cunhador`,
  },
  'pattern-steps': ({ steps, max }) => `leva ${steps} passos, no máximo ${max} são possíveis: repita menos nele`,
  'rules-full': ({ max }) => `já há ${max} regras`,
  'import-note': {
    'left-out': ({ line, said }, say) => `linha ${line}: deixada de fora: ${say(said)}`,
    'queued-twice': ({ text }) => `${text} já está na fila`,
    'key-unknown': ({ text }) => `a chave ${text} é desconhecida`,
    'latin-1': ({ line, text }) => `linha ${line}: ${text} não é UTF-8, e foi lido como Latin-1`,
    circulation: ({ line, id, text }) =>
      `linha ${line}: ${id} tem o registro de circulação "${text}", que nada significa: tomado como emitido`,
    'rule-pattern': ({ id, pattern, said }, say) =>
      `a regra ${id} ${pattern}: o padrão não pode ser usado (${say(said)}); vincule-a de outro modo`,
    'rule-replacement': ({ line, id, pattern, replacement }) =>
      `linha ${line}: a regra ${id} ${pattern} tem a substituição ${replacement}: só $1 a $9 e $& significam algo aqui, o resto vale por si; vincule-a de novo`,
    'queue-issued': ({ id }) => `fila: deixado de fora: ${id}, que foi emitido desde então`,
    'queue-unqueued': ({ id }) => `fila: deixado de fora: ${id}, que foi tirado da fila desde então`,
    order: ({ total }) =>
      `ordem: ${total} identificadores são mais do que o original conta com exatidão; a ordem recomeça, e passa por cima do que foi emitido`,
  },
  'proposal-note': {
    'no-holder': ({ label, said }, say) =>
      `não se conhece Arquivo que tenha ${label} (${say(said)}); ele é procurado de novo a cada hora`,
    silent: ({ said }, say) => `não responde: ${say(said)}`,
    unconfirmed: ({ said }, say) => `não pôde verificar a proposta: ${say(said)}`,
    withdrawn: ({ said }, say) => `retirada: ${say(said)}`,
    'not-there': 'diz que não tem o original',
    busy: 'tem propostas demais agora, e será consultado de novo mais tarde',
    'language-unknown': 'não se conhece o idioma da tradução: indique-o',
    'link-removed': 'ele tinha aceitado, e depois removeu a ligação: `perene relation propose` pede de novo',
    'ask-for-edition': ({ of, item }) =>
      `não aceita propostas: peça a quem o mantém que faça de ${item} a edição seguinte de ${of}`,
    'ask-for-translation': ({ of, item }) =>
      `não aceita propostas: peça a quem o mantém que faça de ${item} uma tradução de ${of}`,
  },
  'membership-refused': {
    'not-registered': 'este Arquivo não está registrado',
    'key-wrong': 'a chave de registro está errada',
    'not-approved': 'o registro ainda não foi aprovado',
    'not-included': 'este Arquivo não está incluído: precisa pedir a inclusão',
    'address-private': 'o endereço do Arquivo é privado, o que este resolvedor não permite',
    'away-meanwhile': 'foi excluído ou revogado enquanto isso',
    'revoked-meanwhile': 'foi revogado enquanto isso',
    'not-logged': 'a assinatura está errada, ou sua chave não vale para este Arquivo',
    'too-many-keys': ({ seconds }) => `muitas chaves erradas, espere ${seconds} s`,
    message: at,
    'no-status': ({ resolver }) => `${resolver} nada diz sobre participação: é um resolvedor?`,
  },
  'archive-finding': {
    'not-described': 'nenhum item o descreve',
    'describes-nothing': 'não descreve nenhum item',
    'description-empty': 'nada diz do item que descreve',
    'target-unknown': 'o arquivo que ele abre não está entre os seus arquivos',
    'name-unknown': 'não é encontrado pelo seu nome de repositório',
    'ibip-unknown': 'não é encontrado por todos os seus IBIps',
    'alias-unknown': 'não é encontrado por todos os seus outros identificadores',
    'alias-leads-nowhere': 'o identificador não leva a nenhum item',
    'label-leads-nowhere': 'o rótulo não nomeia nenhum item',
    'files-without-item': 'tem arquivos no catálogo, e ele mesmo não está lá',
    'file-missing': 'o arquivo falta: restaure-o de uma cópia de segurança',
    'file-content': 'o arquivo tem outro conteúdo: restaure-o de uma cópia de segurança',
    'file-length': ({ bytes, expected }) =>
      `o arquivo tem ${bytes} bytes em vez de ${expected}: restaure-o de uma cópia de segurança`,
    'file-unreadable': ({ said }, say) => `o arquivo não pode ser lido: ${say(said)}`,
    'file-unknown': 'o arquivo está no disco e não no catálogo: veja-o, e mude-o de lugar',
    'documents-left': 'os seus documentos ficaram para trás, nenhum item os tem: limpe-os',
    'claim-missing': 'a sua alegação sumiu',
    'claim-outdated': 'a sua última alegação não é do que ele é agora',
    'claim-forged': ({ place }) => `a sua alegação assinada ${place} não é o que foi assinado`,
    'claim-unchained': ({ place }) => `a sua alegação assinada ${place} não segue a anterior`,
    'history-changed': ({ row }) => `a linha ${row} do histórico foi alterada, ou a anterior a ela`,
    'history-gone': ({ row }) => `a linha ${row} do histórico foi apagada`,
    'history-cut': ({ row }) => `a linha ${row} já foi o fim do histórico, e não está nele como foi assinada`,
    'history-end-forged': 'o fim do histórico não está assinado com uma chave deste Arquivo',
    'history-unbegun': 'o histórico não diz como o item chegou',
    'history-unlinked': ({ row }) => `a linha ${row} do histórico perdeu seu hash, ou foi posta de fora`,
  },
  health: {
    named: 'o nó tem nome próprio',
    'trying-out': 'o nó não tem nome, e seus rótulos servem só para experimentar: dê-lhe um com --identity-host',
    'clock-right': 'o relógio continua a partir do último rótulo',
    'clock-behind': ({ seconds, last }) =>
      `o relógio está ${seconds} s atrás do último rótulo (${last}): acerte-o; se estava adiantado então e agora está certo, "perene ibi accept-clock" continua com datas livres`,
    'clock-differs': ({ seconds, resolver }) =>
      `o relógio difere em ${seconds} s do de ${resolver}: que ambos sigam um servidor de hora`,
    'disk-room': ({ gibibytes }) => `${gibibytes} GiB estão livres`,
    'disk-low': ({ gibibytes }) => `só ${gibibytes} GiB estão livres: abra espaço em breve`,
    'disk-full': ({ gibibytes }) => `só ${gibibytes} GiB estão livres: abra espaço já, ou os depósitos falharão`,
    'disk-absent': ({ folder }) => `não há a pasta ${folder}: dê a certa com --data`,
    'disk-read-only': ({ folder }) => `${folder} não pode ser escrita: dê esse direito a seu dono, ou execute como ele`,
    'disk-open': ({ folder }) =>
      `outros usuários podem ler ${folder}, chaves inclusive: tire-lhes o direito com chmod 700`,
    'database-whole': 'o banco de dados está inteiro',
    'database-damaged': ({ text }) => `o banco de dados está danificado (${text}): restaure o último backup`,
    unopened: ({ said }, say) => say(said),
    keys: ({ count }) =>
      count === 1 ? 'uma chave ou pessoa administra o nó' : `${count} chaves e pessoas administram o nó`,
    'keys-none': 'nem chave nem pessoa administra o nó: crie uma chave com "perene key create --role admin"',
    'certificate-none': ({ resolver }) => `${resolver} não tem TLS, e assim nenhum certificado a examinar`,
    'certificate-valid': ({ resolver, until }) => `o certificado de ${resolver} vale até ${until}`,
    'certificate-ends': ({ resolver, until }) =>
      `o certificado de ${resolver} termina em ${until}: avise seu operador, ou renove-o`,
    'resolver-silent': ({ resolver, cause }) =>
      `${resolver} não é alcançado daqui (${cause}): examine seu endereço e certificado, e a rede`,
    'reach-own': 'o nó resolve seus próprios rótulos e não participa de outro resolvedor',
    reached: ({ resolver }) => `${resolver} alcança este Arquivo`,
    unreached: ({ resolver, said }, say) =>
      `${resolver} não alcança este Arquivo (${say(said)}): o nó está em funcionamento, aprovado lá, e aberto em --archive-address?`,
    'backup-none': 'nunca houve um backup: faça um com "perene backup", e que um temporizador o repita',
    'backup-old': ({ at }) => `o último backup é de ${at}: faça um com "perene backup", e que um temporizador o repita`,
    'backup-recent': ({ at }) => `o último backup é de ${at}`,
    'fixity-never': 'os arquivos nunca foram lidos de novo: o nó em funcionamento o faz',
    'fixity-damaged': ({ files }) =>
      `${files === 1 ? 'um arquivo está danificado' : `${files} arquivos estão danificados`}, e nenhuma cópia foi encontrada: traga-os de um backup; "perene verify" os nomeia`,
    'fixity-old': ({ at }) =>
      `a leitura de todos os arquivos que começou em ${at} demora demais: aumente --fixity-bytes-per-second, e mantenha o nó em funcionamento`,
    'fixity-recent': ({ at }) => `a última leitura de todos os arquivos começou em ${at}`,
    'dois-registered': ({ dois }) =>
      `a DataCite conhece ${dois === 1 ? 'o DOI' : `todos os ${dois} DOIs`} como se quer`,
    'dois-failing': ({ dois }) =>
      `${dois === 1 ? 'um DOI ainda não pôde ser enviado à DataCite, e será tentado' : `${dois} DOIs ainda não puderam ser enviados à DataCite, e serão tentados`} de novo: "perene doi list --waiting" diz por quê`,
    'dois-refused': ({ dois }) =>
      `a DataCite recusa ${dois === 1 ? 'um DOI' : `${dois} DOIs`}: "perene doi list --waiting" diz por quê; corrija os metadados, ou a conta e então "perene doi retry"`,
    'log-none': 'o nó não mantém registro, e nada está errado com um que ele observe',
    'log-whole': 'o registro concorda com suas entradas',
    'log-damaged': ({ findings }) =>
      `o registro difere de suas entradas em ${findings} lugares: "perene log verify" os nomeia; restaure o último backup`,
    'log-late': ({ resolver, since }) =>
      `${resolver} não prova desde ${since} que seu registro só cresceu; "perene archive status" mostra mais`,
    'log-unproved': ({ resolver, since }) =>
      `${resolver} não prova desde ${since} que seu registro só cresceu: guarde o que "perene archive status --json" mostra, e pergunte a seu operador por quê`,
    'log-rewritten': ({ resolver }) =>
      `${resolver} reescreveu seu registro: pergunte a seu operador por quê, depois "perene archive accept-log"`,
    'claims-awaited': ({ items }) =>
      `o nó foi restaurado de uma cópia de segurança e não assina nada ${items === 1 ? 'do seu único item' : `dos seus ${items} itens`} antes de ler o registro do seu resolvedor: deixe-o em execução até que o resolvedor responda`,
    'claims-continued': (counts) => `depois da restauração, ${continued(counts)}`,
    'claims-lost': (counts) =>
      `depois da restauração, ${continued(counts)}; ${counts.lost} rótulos assinados depois da cópia de segurança não estão aqui: traga os seus itens de outra cópia`,
  },
};

const continued = ({ statements, removed, handedOver }: Continued): string =>
  `as alegações continuam a partir do registro do resolvedor (${statements} voltaram; removidos de novo: ${removed}; transferidos: ${handedOver})`;

interface Continued {
  readonly statements: number;
  readonly removed: number;
  readonly handedOver: number;
}
