/** Words that cells and headers use, in small letters, in the languages of the labs that we know. */

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

/** What stands for “no value” in any field: the words of R, pandas, spreadsheets, GEO, INSDC and people. */
export const missingAnywhere =
  list(`na, n/a, n.a., n.a, <na>, #na, nan, null, nil, -, --, ---, –, —, ., .., ?, ??,
  not available, not applicable, not collected, not provided, not recorded, not reported, not determined, not_available,
  not_applicable, not_collected, not_provided, restricted access, missing, keine angabe, k.a., k. a., fehlt, non disponible,
  non renseigné, no disponible, non disponibile, não disponível, 不详, 不詳, 缺失, 缺失值, 該当なし, 欠測, 해당 없음, 결측`)

/** In a free text these may be meant as they stand: no treatment, a normal diet, an unknown genotype. */
export const missingOutsideOfText =
  list(`none, nd, n.d., n.d, n/d, unknown, unspecified, undetermined, undefined, unbekannt,
  inconnu, inconnue, desconocido, sconosciuto, desconhecido, 未知, 不明, 无, 無, なし, 없음`)

/** What is sent for each spelling, in small letters; a file's own F and M stay as they are. */
export const sexSpellings: Readonly<Record<string, readonly string[]>> = {
  F: list(`f, female, females, fem, w, woman, women, girl, ♀, weiblich, frau, weibchen, femme, femelle, féminin, feminin,
    femenino, femenina, hembra, mujer, donna, femmina, femminile, mulher, fêmea, femea, feminino, feminina, vrouw, vrouwelijk,
    kvinna, kvinde, kvinne, kobieta, žena, 女, 女性, 女生, 雌, 雌性, 母, メス, 여, 여성, 여자, 암컷, 암`),
  M: list(`m, male, males, man, men, boy, ♂, männlich, maennlich, mann, männchen, homme, mâle, masculin, masculino, masculina,
    macho, hombre, varón, varon, uomo, maschio, maschile, homem, mannelijk, mężczyzna, muž, 男, 男性, 男生, 雄, 雄性, 公,
    オス, 남, 남성, 남자, 수컷, 수`),
  other: list('other, intersex, x, d, divers, 其他'),
  unknown: list('unknown, u, unk, not known, 未知'),
}

/** In small letters, without accents. */
export const ageUnitWords: Readonly<Record<'years' | 'months' | 'weeks' | 'days', readonly string[]>> = {
  years:
    list(`year, years, yr, yrs, y, yo, jahr, jahre, jahren, an, ans, annee, annees, ano, anos, anni, anno, jaar, 年, 岁,
    歳, 歲, 才, 세, 살, 년`),
  months:
    list(`month, months, mo, mos, mth, mths, m, monat, monate, monaten, mois, mes, meses, mese, mesi, maand, maanden, 月,
    月龄, 个月, 個月, 月齡, 月齢, か月, ヶ月, カ月, 개월, 달, 월`),
  weeks:
    list(`week, weeks, wk, wks, w, woche, wochen, semaine, semaines, semana, semanas, settimana, settimane, weken, 周, 周龄,
    週, 週齡, 週齢, 週間, 星期, 주, 주령`),
  days: list(`day, days, d, tag, tage, tagen, jour, jours, dia, dias, giorno, giorni, dag, dagen, 天, 日, 日龄, 日齡, 日齢, 일,
    일령`),
}
