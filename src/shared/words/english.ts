import adapters from './en/messages/adapters.json' with { type: 'json' }
import analyses from './en/messages/analyses.json' with { type: 'json' }
import app from './en/messages/app.json' with { type: 'json' }
import catalogue from './en/messages/catalogue.json' with { type: 'json' }
import check from './en/messages/check.json' with { type: 'json' }
import cli from './en/messages/cli.json' with { type: 'json' }
import clock from './en/messages/clock.json' with { type: 'json' }
import comparison from './en/messages/comparison.json' with { type: 'json' }
import connection from './en/messages/connection.json' with { type: 'json' }
import exportTexts from './en/messages/export.json' with { type: 'json' }
import files from './en/messages/files.json' with { type: 'json' }
import methods from './en/messages/methods.json' with { type: 'json' }
import models from './en/messages/models.json' with { type: 'json' }
import overview from './en/messages/overview.json' with { type: 'json' }
import report from './en/messages/report.json' with { type: 'json' }
import samples from './en/messages/samples.json' with { type: 'json' }
import service from './en/messages/service.json' with { type: 'json' }
import session from './en/messages/session.json' with { type: 'json' }
import shared from './en/messages/shared.json' with { type: 'json' }
import studies from './en/messages/studies.json' with { type: 'json' }

/** The English texts of messages. */
export const english = {
  language: 'en' as const,
  areas: {
    adapters,
    analyses,
    app,
    catalogue,
    check,
    cli,
    clock,
    comparison,
    connection,
    export: exportTexts,
    files,
    overview,
    methods,
    models,
    report,
    samples,
    service,
    session,
    shared,
    studies,
  },
}
