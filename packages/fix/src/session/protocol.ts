import type { Dictionary } from '../dictionary/dictionary.ts'
import { FIX44, FIX50, FIX50SP1, FIX50SP2, FIXT11 } from '../dictionary/versions.ts'

/** What two ends speak. */
export interface Protocol {
  readonly beginString: string
  /** Header, trailer and messages of the session. */
  readonly session: Dictionary
  /**
   * The application's dictionary by ApplVerID(1128), of which the first is DefaultApplVerID(1137) of an initiator;
   * before FIXT there is one, and no such field.
   */
  readonly applications: ReadonlyMap<string, Dictionary>
}

const fixt = (...applications: [applVerId: string, dictionary: Dictionary][]): Protocol => ({
  beginString: 'FIXT.1.1',
  session: FIXT11,
  applications: new Map(applications),
})

/** The protocols by the name of their application version. */
export const protocols = {
  'FIX.4.4': { beginString: 'FIX.4.4', session: FIX44, applications: new Map([['', FIX44]]) },
  'FIX.5.0': fixt(['7', FIX50]),
  'FIX.5.0SP1': fixt(['8', FIX50SP1]),
  'FIX.5.0SP2': fixt(['9', FIX50SP2]),
} as const satisfies Record<string, Protocol>

export const isFixt = ({ beginString }: Protocol): boolean => beginString.startsWith('FIXT')
