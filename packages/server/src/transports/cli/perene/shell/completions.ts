import type { CommandEntry, OfferedWord } from './command-table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Writes a script by which a shell completes command lines. */
export const writeCompletion = (shell: Shell, entries: readonly CommandEntry[]): string => WRITERS[shell](entries);

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const wordsOf = (words: readonly OfferedWord[]): string => words.map(({ word }) => word).join(' ');
const pathsBelow = (entries: readonly CommandEntry[]): string =>
  entries
    .slice(1)
    .map(({ path }) => quote(path))
    .join('|');

/** The values of options and first arguments, as patterns of `case`. */
const choicesOf = (entries: readonly CommandEntry[], write: (values: readonly string[]) => string): string =>
  entries
    .flatMap(({ path, choices }) =>
      Object.entries(choices).map(
        ([option, values]) => `    ${quote(`${path} ${option}`.trim())}) ${write(values)} ;;\n`,
      ),
    )
    .join('');

const writeBash = (entries: readonly CommandEntry[]): string => `# perene completion bash
_perene() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at=perene word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsBelow(entries)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${entries
  .map(
    ({ path, commands, options, choices }) =>
      `    ${quote(path)}) words=${quote([wordsOf(commands), ...(choices[''] ?? [])].join(' ').trim())}; [[ $current == -* ]] && words=${quote(wordsOf(options))} ;;\n`,
  )
  .join('')}  esac
  case "$at $previous" in
${choicesOf(
  entries.map((entry) => ({ ...entry, choices: { ...entry.choices, '': [] } })),
  (values) => (values.length === 0 ? ':' : `words=${quote(values.join(' '))}`),
)}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _perene perene
`;

/** A colon ends a word in the lists of zsh. */
const describe = (words: readonly OfferedWord[]): string =>
  words.map(({ word, meaning }) => quote(`${word.replaceAll(':', '\\:')}:${meaning}`)).join(' ');

const writeZsh = (entries: readonly CommandEntry[]): string => `#compdef perene
# perene completion zsh
_perene() {
  local at=perene word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathsBelow(entries)}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choicesOf(
  entries.map(({ choices: { '': _, ...choices }, ...entry }) => ({ ...entry, choices })),
  (values) => `compadd -- ${values.map(quote).join(' ')}; return`,
)}  esac
  case "$at" in
${entries
  .map(
    ({ path, commands, options, choices }) =>
      `    ${quote(path)}) found=(${describe([...commands, ...(choices[''] ?? []).map((word) => ({ word, meaning: word }))])}); [[ $PREFIX == -* ]] && found=(${describe(options)}) ;;\n`,
  )
  .join('')}  esac
  (( \${#found} )) && _describe perene found || _files
}
if [[ $funcstack[1] == _perene ]]; then _perene "$@"; else compdef _perene perene; fi
`;

const writeFish = (entries: readonly CommandEntry[]): string => `# perene completion fish
function __perene_at
  set -l at perene
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${entries
        .slice(1)
        .map(({ path }) => quote(path))
        .join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${entries
  .flatMap(({ path, commands, options, choices }) => {
    const at = `complete -c perene -n ${quote(`__perene_at "${path}"`)}`;
    return [
      ...commands.map(({ word, meaning }) => `${at} -f -a ${quote(word)} -d ${quote(meaning)}`),
      ...(choices[''] ?? []).map((word) => `${at} -f -a ${quote(word)}`),
      ...options.map(({ word, meaning }) => {
        const values = choices[word];
        return `${at} -l ${word.slice(2)} -d ${quote(meaning)}${values ? ` -x -a ${quote(values.join(' '))}` : ''}`;
      }),
    ];
  })
  .join('\n')}
`;

const WRITERS: Readonly<Record<Shell, (entries: readonly CommandEntry[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};
