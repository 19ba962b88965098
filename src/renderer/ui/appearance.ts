import { createContext, useContext } from 'react'
import { defaultSettings, type Settings } from '../../shared/domain/settings.ts'

/** What a person set of how everything looks, and the language of the page. */
export type Appearance = Pick<
  Settings,
  'density' | 'numberFormat' | 'dateFormat' | 'divergingPalette' | 'sequentialPalette'
> & { language: string }

const AppearanceContext = createContext<Appearance>({ ...defaultSettings, language: 'en' })

export const AppearanceProvider = AppearanceContext.Provider

export const useAppearance = (): Appearance => useContext(AppearanceContext)
