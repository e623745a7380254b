/// <reference types="@rsbuild/core/types" />
import 'i18next'
import type { TextKey } from '@tradebook/contract'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'Tradebook'
    resources: { Tradebook: Record<TextKey, string> }
    keySeparator: false
    nsSeparator: false
    interpolationPrefix: '{'
    interpolationSuffix: '}'
  }
}
