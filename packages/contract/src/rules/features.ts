import type { TextKey } from '../words/words.ts'

/** What the host gives a firm or withholds from it: the names that clients ask for, and whether a firm has it unless the host decided otherwise. */
export const features = {
  SignalR: { title: 'Tenants.Feature.SignalR', isOnByDefault: true, alsoNamed: ['SignalR.AspNetCore'] },
} as const satisfies Record<string, FeatureRow>

interface FeatureRow {
  readonly title: TextKey
  readonly isOnByDefault: boolean
  /** Other names under which clients of ABP ask for the same feature. */
  readonly alsoNamed: readonly string[]
}

export type FeatureName = keyof typeof features
export const featureNames = Object.keys(features) as FeatureName[]

/** The features of a firm by every name that clients ask for, as ABP writes them, from those that the host set. */
export const featureValues = (set: Readonly<Record<string, string>>): Record<string, 'true' | 'false'> =>
  Object.fromEntries(
    featureNames.flatMap((name) => {
      const { isOnByDefault, alsoNamed } = features[name]
      const isOn = (set[name] ?? String(isOnByDefault)).toLowerCase() === 'true'
      return [name, ...alsoNamed].map((asked) => [asked, isOn ? 'true' : 'false'] as const)
    }),
  )
