/**
 * A pathway that an analysis reports. `ageSlope`: the change of activity per year of age; its sign is the direction in
 * which the pathway ages, in line with the hallmarks of aging as commonly reviewed (López-Otín et al. 2023),
 * simplified. `sexShift`: activity of females minus that of males. Activities have no unit: 0 is the center of the
 * model.
 */
export type PathwayModel = { name: string; ageSlope: number; sexShift: number }

const pathway = (name: string, ageSlope: number, sexShift = 0): PathwayModel => ({ name, ageSlope, sexShift })

export const pathways: PathwayModel[] = [
  pathway('mTOR', 0.008),
  pathway('AMPK', -0.008),
  pathway('NF_KB', 0.012),
  pathway('PI3K', 0.004),
  pathway('MAPK', 0.003, -0.1),
  pathway('JAK-STAT', 0.009),
  pathway('TGFb', 0.008),
  pathway('WNT', -0.005),
  pathway('Hedgehog', -0.003),
  pathway('Autophagy', -0.01),
  pathway('Senescence', 0.014),
  pathway('Sirtuin', -0.008),
  pathway('NAD', -0.011),
  pathway('Insulin', -0.006),
  pathway('Hypoxia', 0.003),
  pathway('NRF2', -0.007),
  pathway('Apoptosis', 0.004),
  pathway('TNFa', 0.01),
  pathway('PPAR', -0.004),
  pathway('VEGF', -0.004),
  pathway('EGFR', -0.002),
  pathway('Oxidative stress', 0.01),
  pathway('Mevalonate', 0.002),
  pathway('Glucocorticoid', 0.003),
  pathway('Estrogen', -0.006, 0.9),
  pathway('Androgen', -0.006, -0.9),
]

export const pathwayNames: string[] = pathways.map(({ name }) => name)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const byPlainName = new Map(pathways.map((each) => [plain(each.name), each.name]))

/** The service's name of a pathway, blind to case and separators (`NF-kB` is `NF_KB`); undefined where unknown. */
export const findPathway = (name: string): string | undefined => byPlainName.get(plain(name))
