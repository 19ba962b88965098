/** Papers that methods are of, in the order of the text. */
const papers = {
  welch:
    'Welch BL. The generalization of "Student\'s" problem when several different population variances are involved. Biometrika. 1947;34(1–2):28–35.',
  hedges:
    "Hedges LV. Distribution theory for Glass's estimator of effect size and related estimators. J Educ Stat. 1981;6(2):107–128.",
  lakens:
    'Lakens D. Calculating and reporting effect sizes to facilitate cumulative science: a practical primer for t-tests and ANOVAs. Front Psychol. 2013;4:863.',
  mannWhitney:
    'Mann HB, Whitney DR. On a test of whether one of two random variables is stochastically larger than the other. Ann Math Stat. 1947;18(1):50–60.',
  cliff:
    'Cliff N. Dominance statistics: ordinal analyses to answer ordinal questions. Psychol Bull. 1993;114(3):494–509.',
  wilcoxon: 'Wilcoxon F. Individual comparisons by ranking methods. Biometrics Bull. 1945;1(6):80–83.',
  kerby:
    'Kerby DS. The simple difference formula: an approach to teaching nonparametric correlation. Compr Psychol. 2014;3:11.IT.3.1.',
  kruskal:
    'Kruskal WH, Wallis WA. Use of ranks in one-criterion variance analysis. J Am Stat Assoc. 1952;47(260):583–621.',
  tomczak:
    'Tomczak M, Tomczak E. The need to report effect size estimates revisited. Trends Sport Sci. 2014;21(1):19–25.',
  welchAnova:
    'Welch BL. On the comparison of several mean values: an alternative approach. Biometrika. 1951;38(3–4):330–336.',
  kirk: 'Kirk RE. Practical significance: a concept whose time has come. Educ Psychol Meas. 1996;56(5):746–759.',
  holm: 'Holm S. A simple sequentially rejective multiple test procedure. Scand J Stat. 1979;6(2):65–70.',
  benjamini:
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B. 1995;57(1):289–300.',
  bland:
    'Bland JM, Altman DG. Measuring agreement in method comparison studies. Stat Methods Med Res. 1999;8(2):135–160.',
  fisher:
    'Fisher RA. On the "probable error" of a coefficient of correlation deduced from a small sample. Metron. 1921;1:3–32.',
  ward: "Murtagh F, Legendre P. Ward's hierarchical agglomerative clustering method: which algorithms implement Ward's criterion? J Classif. 2014;31(3):274–295.",
} as const
type Paper = keyof typeof papers

/** Gives each paper its number when it is cited first, and lists those that were. */
export function createReferences() {
  const cited: Paper[] = []
  return {
    cite(paper: Paper): string {
      if (!cited.includes(paper)) cited.push(paper)
      return `[${cited.indexOf(paper) + 1}]`
    },
    list: (): string[] => cited.map((paper, at) => `${at + 1}. ${papers[paper]}`),
  }
}
export type Cite = (paper: Paper) => string
