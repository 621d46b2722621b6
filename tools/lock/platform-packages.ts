export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string | undefined;
  readonly cpu?: readonly string[] | undefined;
  readonly dev?: boolean;
  readonly libc?: readonly string[] | undefined;
  readonly optional?: boolean;
  readonly os?: readonly string[] | undefined;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  /** The packages by path below the root. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * Returns the optional packages that packages of the lock ask for, and that the lock does not name. `npm ci` refuses a
 * lock that leaves one out, on every platform.
 */
export const findMissingPackages = ({ packages }: Lock): readonly MissingPackage[] =>
  Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
    .filter(([name]) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => ({ name, version }));

const OS = /-(android|darwin|freebsd|linux|openharmony|win32)-/;
const CPU = /-(arm|arm64|ia32|ppc64|riscv64|s390x|wasm32|x64)(?:-|$)/;
const LIBC = /-(gnu|musl)$/;

/** Returns the platform of a package, which packages for one platform have in their names. */
export const platformOf = (name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> => {
  const [[, os] = [], [, cpu] = [], [, libc] = []] = [OS, CPU, LIBC].map((pattern) => pattern.exec(name) ?? []);
  if (cpu === undefined) throw new Error(`${name}: its name does not say for which platform it is`);
  return {
    cpu: [cpu],
    libc: libc === undefined ? undefined : [libc === 'gnu' ? 'glibc' : libc],
    os: os === undefined ? undefined : [os],
  };
};
