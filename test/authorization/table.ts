import { PINS } from './pins-table.ts';
import { VISITS } from './visits-table.ts';
import { PAGES } from './pages-table.ts';

/** `other` is a client of another company; `unverified` and `client` belong to the company whose data is requested. */
export const VIEWERS = [
  'anonymous',
  'share',
  'other',
  'unverified',
  'client',
  'manager',
  'admin',
  'operator',
] as const;
export type ViewerName = (typeof VIEWERS)[number];

/** 401: not signed in. 403: not allowed for this role. 404: doesn't exist, or isn't visible to the viewer. */
export const TABLE = `
operation                                              anonymous share other unverified client manager admin operator
health.get                                                200     200   200      200      200    200    200    200
health.live                                               200     200   200      200      200    200    200    200

session.get                                               200     200   200      200      200    200    200    200
session.role                                              401     401   200      200      200    200    200    200
session.signIn                                            200     200   200      200      200    200    200    200
session.signIn with a wrong password                      401     401   401      401      401    401    401    401
session.refresh                                           401     401   200      200      200    200    200    200
session.signOut                                           200     200   200      200      200    200    200    200
session.signInMethods                                     200     200   200      200      200    200    200    200
session.submitCode before the password                      422     422   422      422      422    422    422    422

joining.checkCompanyCode                                  200     200   200      200      200    200    200    200
joining.signUp                                            200     200   200      200      200    200    200    200
joining.signUp with an unknown code                       422     422   422      422      422    422    422    422
joining.signUp with a taken address                       409     409   409      409      409    409    409    409
joining.sendVerification                                  200     200   200      200      200    200    200    200
joining.sendRecovery                                      200     200   200      200      200    200    200    200
joining.confirmAddress                                    200     200   200      200      200    200    200    200
joining.confirmAddress without the password               403     403   403      403      403    403    403    403
joining.confirmAddress with a false token                 422     422   422      422      422    422    422    422
joining.recover                                           200     200   200      200      200    200    200    200
joining.recover with a false token                        422     422   422      422      422    422    422    422

account.get                                               401     401   200      200      200    200    200    200
account.update                                            401     401   200      200      200    200    200    200
account.chooseUnits                                       401     401   200      200      200    200    200    200
account.changeEmail                                       401     401   200      409      200    200    200    200
account.changeEmail with a wrong password                 401     401   403      403      403    403    403    403
account.changePassword                                    401     401   200      200      200    200    200    200
account.changePassword with a wrong password              401     401   403      403      403    403    403    403
account.sessions                                          401     401   200      200      200    200    200    200
account.endSession                                        401     401   200      200      200    200    200    200
account.endSession of a colleague                         401     401   404      404      404    404    404    404
account.endOtherSessions                                  401     401   200      200      200    200    200    200
account.beginSecondFactor                                 401     401   200      200      200    200    200    200
account.confirmSecondFactor with a wrong code             401     401   422      422      422    422    422    422
account.endSecondFactor when it is off                    401     401   409      409      409    409    409    409
account.renewRecoveryCodes when it is off                 401     401   409      409      409    409    409    409

overview.client                                           401     401   200      200      200    200    200    200
overview.staff                                            401     401   403      403      403    200    200    200

setup.open                                                410     410   410      410      410    410    410    410
setup.open with a false secret                            404     404   404      404      404    404    404    404
setup.createAdmin                                         410     410   410      410      410    410    410    410
setup.createAdmin with a false secret                     404     404   404      404      404    404    404    404
setup.removeSample                                        401     401   403      403      403    403    200    403
setup.dismiss                                             401     401   403      403      403    403    200    403

companies.list                                            401     401   403      403      403    200    200    200
companies.get                                             401     401   403      403      403    200    200    200
companies.create                                          401     401   403      403      403    200    200    200
companies.usage                                             401     401   403      403      403    200    200    200
companies.update                                          401     401   403      403      403    200    200    200
companies.contents                                        401     401   403      403      403    403    200    403
companies.merge                                           401     401   403      403      403    403    200    403
companies.remove                                          401     401   403      403      403    403    200    403

people.list                                               401     401   403      403      403    200    200    200
people.list of staff                                      401     401   403      403      403    403    200    403
people.update                                             401     401   403      403      403    200    200    200
people.update of staff                                    401     401   403      403      403    404    200    404
people.deactivate                                         401     401   403      403      403    200    200    200
people.deactivate of staff                                401     401   403      403      403    404    200    404
people.deactivate of oneself                              401     401   403      403      403    404    409    404
people.reactivate                                         401     401   403      403      403    200    200    200
people.reactivate of staff                                401     401   403      403      403    404    200    404
people.changeRole                                         401     401   403      403      403    403    200    403
people.unlinkProvider                                401     401   403      403      403    403    200    403
people.changeRole of oneself                              401     401   403      403      403    403    409    403

invitations.list                                          401     401   403      403      403    200    200    200
invitations.create                                        401     401   403      403      403    200    200    200
invitations.create of staff                               401     401   403      403      403    403    200    403
invitations.resend                                        401     401   403      403      403    200    200    200
invitations.resend of staff                               401     401   403      403      403    404    200    404
invitations.revoke                                        401     401   403      403      403    200    200    200
invitations.revoke of staff                               401     401   403      403      403    404    200    404
invitations.open                                          200     200   200      200      200    200    200    200
invitations.open with a false token                       404     404   404      404      404    404    404    404
invitations.accept                                        200     200   200      200      200    200    200    200
invitations.accept with a false token                     404     404   404      404      404    404    404    404

projectMembers.list                                       401     401   403      403      403    200    200    200
projectMembers.candidates                                 401     401   403      403      403    200    200    200
projectMembers.add                                        401     401   403      403      403    200    200    200
projectMembers.remove                                     401     401   403      403      403    200    200    200

audit.list                                                401     401   403      403      403    200    200    200
audit.choices                                             401     401   403      403      403    200    200    200
audit.check                                               401     401   403      403      403    200    200    200

apiTokens.list                                            401     401   403      403      403    200    200    200
apiTokens.create                                          401     401   403      403      403    200    200    200
apiTokens.create with another password                    401     401   403      403      403    403    403    403
apiTokens.revoke of an operator                           401     401   403      403      403    404    200    200

webhooks.list                                             401     401   403      403      403    403    200    403
webhooks.create                                           401     401   403      403      403    403    200    403
webhooks.create to a private address                      401     401   403      403      403    403    422    403
webhooks.update                                           401     401   403      403      403    403    200    403
webhooks.remove                                           401     401   403      403      403    403    200    403
webhooks.rotateSecret                                     401     401   403      403      403    403    200    403
webhooks.sendTest                                         401     401   403      403      403    403    200    403
webhooks.log                                              401     401   403      403      403    403    200    403
webhooks.resend                                        401     401   403      403      403    403    200    403

settings.get                                              401     401   403      403      403    200    200    200
settings.save                                             401     401   403      403      403    403    200    403
settings.save with an old version                         401     401   403      403      403    403    409    403
settings.addPicture                                       401     401   403      403      403    403    200    403
settings.addPicture that is too large                     401     401   403      403      403    403    413    403
settings.about                                            401     401   403      403      403    200    200    200
settings.previewMap                                       401     401   403      403      403    403    200    403
settings.sendTestEmail                                    401     401   403      403      403    403    200    403

baseMap.getToken                                          401     401   200      200      200    200    200    200

projects.list                                             401     401   200      200      200    200    200    200
projects.get                                              401     401   404      404      200    200    200    200
projects.create                                           401     401   403      403      403    200    200    200
projects.update                                           401     401   403      403      403    200    200    200
projects.remove                                           401     401   403      403      403    200    200    200

submissions.listPublished                                 401     401   404      404      200    200    200    200
submissions.latestCovers                                  401     401   200      200      200    200    200    200
submissions.getPublished                                  401     401   404      404      200    200    200    200
submissions.getPublished of a draft                       401     401   404      404      404    404    404    404
submissions.list                                          401     401   403      403      403    200    200    200
submissions.library                                       401     401   403      403      403    200    200    200
submissions.get                                           401     401   403      403      403    200    200    200
submissions.create                                        401     401   403      403      403    200    200    200
submissions.update                                        401     401   403      403      403    200    200    200
submissions.publish                                       401     401   403      403      403    200    200    200
submissions.unpublish                                     401     401   403      403      403    200    200    200
submissions.schedule                                      401     401   403      403      403    200    200    200
submissions.schedule of a published one                   401     401   403      403      403    409    409    409
flightRecords.get                                         401     401   404      404      200    200    200    200
flightRecords.update                                      401     401   403      403      403    200    200    200
submissions.cancelSchedule                                401     401   403      403      403    200    200    200
submissions.archive                                       401     401   403      403      403    200    200    200
submissions.restore                                       401     401   403      403      403    200    200    200
submissions.move                                          401     401   403      403      403    200    200    200
submissions.move to a missing project                     401     401   403      403      403    404    404    404
submissions.elsewhere                                     401     401   403      403      403    200    200    200
submissions.moveFiles                                     401     401   403      403      403    200    200    200
submissions.moveFiles of another submission               401     401   403      403      403    404    404    404
submissions.moveFiles to a published one                  401     401   403      403      403    409    409    409
submissions.pauseClock                                    401     401   403      403      403    200    200    200
submissions.pauseClock of a published one                 401     401   403      403      403    409    409    409
submissions.resumeClock                                   401     401   403      403      403    200    200    200
submissions.remove                                        401     401   403      403      403    200    200    200

files.listPublished                                       401     401   404      404      200    200    200    200
files.listPublished of a draft                            401     401   404      404      404    200    200    200
files.list                                                401     401   403      403      403    200    200    200
files.update                                              401     401   403      403      403    200    200    200
files.reorder                                             401     401   403      403      403    200    200    200
files.setForClients                                       401     401   403      403      403    200    200    200
files.setCover                                            401     401   403      403      403    200    200    200
files.setChapters                                         401     401   403      403      403    200    200    200
files.setPoster                                           401     401   403      403      403    200    200    200
files.retry                                               401     401   403      403      403    200    200    200
files.showAsPhoto                                         401     401   403      403      403    200    200    200
files.remove                                              401     401   403      403      403    200    200    200

storedFiles.list                                          401     401   403      403      403    200    200    200
storedFiles.consequences                                  401     401   403      403      403    200    200    200
storedFiles.ofCompany                                     401     401   200      200      200    200    200    200
bin.list                                                  401     401   403      403      403    200    200    200
bin.days                                                  401     401   403      403      403    200    200    200
bin.restore                                               401     401   403      403      403    200    200    200
bin.restore of an item not deleted                        401     401   403      403      403    404    404    404
bin.restore of a company                                  401     401   403      403      403    404    200    404
bin.remove of a company                                   401     401   403      403      403    404    200    404
bin.remove                                                401     401   403      403      403    200    200    200
uploads.listStandalone                                    401     401   403      403      403    200    200    200
uploads.list                                              401     401   403      403      403    200    200    200
uploads.check                                             401     401   403      403      403    200    200    200
rasters.list                                              401     401   403      403      403    200    200    200
rasters.update of a photo                                 401     401   403      403      403    404    404    404
viewpoints.list                                           401     401   404      404      200    200    200    200
viewpoints.get                                            401     401   404      404      200    200    200    200
viewpoints.get of a hidden one                            401     401   404      404      404    200    200    200
viewpoints.get of an empty one                            401     401   404      404      404    200    200    200
viewpoints.compare                                        401     401   404      404      200    200    200    200
viewpoints.compare of a draft                             401     401   404      404      404    404    404    404
viewpoints.ofSubmission                                   401     401   403      403      403    200    200    200
viewpoints.poses                                          401     401   403      403      403    200    200    200
viewpoints.update                                         401     401   403      403      403    200    200    200
viewpoints.reorder                                        401     401   403      403      403    200    200    200
viewpoints.merge                                          401     401   403      403      403    200    200    200
viewpoints.remove                                         401     401   403      403      403    200    200    200
viewpoints.split of all photos                            401     401   403      403      403    422    422    422
viewpoints.setReference                                   401     401   403      403      403    200    200    200
viewpoints.assign                                         401     401   403      403      403    200    200    200
viewpoints.unplaced                                       401     401   403      403      403    200    200    200
viewpoints.create                                         401     401   403      403      403    200    200    200
viewpoints.release                                        401     401   403      403      403    200    200    200
timelapses.prepare without photos                         401     401   404      404      409    409    409    409
timelapses.making without photos                          401     401   404      404      200    200    200    200
timelapses.cancel without photos                          401     401   404      404      409    409    409    409
uploads.discard                                           401     401   403      403      403    200    200    200
driveTransfers.import                                     401     401   403      403      403    200    200    200
driveTransfers.imports                                    401     401   403      403      403    200    200    200
driveTransfers.cancel                                     401     401   403      403      403    200    200    200
driveTransfers.retry                                      401     401   403      403      403    200    200    200
driveTransfers.checkForNew without a folder               401     401   403      403      403    422    422    422
driveTransfers.save                                       401     401   403      403      403    200    200    200
driveTransfers.save of a draft                            401     401   403      403      403    409    409    409
driveTransfers.cancelSave                                 401     401   403      403      403    200    200    200
driveTransfers.saves                                      401     401   403      403      403    200    200    200

downloads.plan                                            401     401   404      404      200    200    200    200
drive.status                                              401     401   403      403      403    200    200    200
drive.connect                                             401     401   403      403      403    409    409    409
drive.disconnect                                          401     401   403      403      403    409    409    409
drive.inspect                                                401     401   403      403      403    409    409    409
drive.recent                                              401     401   403      403      403    409    409    409
drive.getSharing                                           401     401   403      403      403    409    409    409
drive.makePublic                                          401     401   403      403      403    409    409    409
drive.makePrivate                                            401     401   403      403      403    409    409    409

reports.prepare                                           401     401   404      404      200    200    200    200
reports.prepare of a draft                                401     401   404      404      404    404    404    404
downloads.plan of a draft                                 401     401   404      404      404    200    200    200
downloads.measure                                         401     401   404      404      200    200    200    200
downloads.prepare                                         401     401   404      404      200    200    200    200
downloads.prepare of a draft                              401     401   404      404      404    404    404    404
downloads.list                                            401     401   200      200      200    200    200    200
downloads.remove                                          401     401   404      404      200    404    404    404
downloads.makeAddress                                     401     401   404      404      200    404    404    404
evidence.measure                                          401     401   404      404      200    200    200    200
evidence.measure of a draft                               401     401   404      404      404    200    200    200
evidence.make                                             401     401   404      404      200    200    200    200
evidence.make of a draft                                  401     401   404      404      404    200    200    200
evidence.make of a project                                401     401   404      404      200    200    200    200
evidence.keys                                             401     401   403      403      403    200    200    200

maps.ofProject                                            401     401   404      404      200    200    200    200
maps.orthophotos                                          401     401   200      200      200    200    200    200
maps.measure                                              401     401   200      200      200    200    200    200
maps.measure of a height                                  401     401   404      404      200    200    200    200
measurements.list                                         401     401   404      404      200    200    200    200
measurements.list of a draft                              401     401   404      404      404    200    200    200
measurements.create                                       401     401   404      404      200    200    200    200
measurements.create of a draft                            401     401   404      404      404    200    200    200
measurements.rename                                       401     401   404      404      200    200    200    200
measurements.rename of a colleague's                      401     401   404      404      404    200    200    200
measurements.remove                                       401     401   404      404      200    200    200    200
measurements.remove of a colleague's                      401     401   404      404      404    200    200    200
GET /api/submissions/:id/measurements.geojson             401     401   404      404      200    200    200    200
GET /api/submissions/:id/measurements.csv                 401     401   404      404      200    200    200    200
GET /api/submissions/:id/measurements.csv of a draft      401     401   404      404      404    200    200    200

shareLinks.list                                           401     401   200      200      200    200    200    200
shareLinks.create                                         401     401   403      403      200    200    200    200
shareLinks.create to a draft                              401     401   403      403      404    200    200    200
shareLinks.update                                         401     401   404      404      200    200    200    200
shareLinks.remove                                         401     401   404      404      200    200    200    200
shareLinks.update of a colleague's                        401     401   404      404      404    200    200    200
shareLinks.remove of a colleague's                        401     401   404      404      404    200    200    200
contact.token                                             200     200   200      200      200    200    200    200
contact.send                                              200     200   200      200      200    200    200    200
contact.support                                           401     401   200      200      200    200    200    200
contact.support about a project                           401     401   404      404      200    200    200    200
formSubmissions.list                                      401     401   403      403      403    200    200    200
formSubmissions.update                                    401     401   403      403      403    200    200    200
formSubmissions.setUpClient                               401     401   403      403      403    200    200    200
mails.listUndelivered                                     401     401   403      403      403    200    200    200
mails.retry                                               401     401   403      403      403    200    200    200
system.read                                               401     401   403      403      403    200    200    200
system.storage                                            401     401   403      403      403    200    200    200
system.retryJob                                           401     401   403      403      403    200    200    200
system.retryAllJobs                                       401     401   403      403      403    200    200    200
backups.list                                              401     401   403      403      403    200    200    200
backups.make                                              401     401   403      403      403    403    200    403
backups.verify                                            401     401   403      403      403    403    200    403
exports.make                                              401     401   403      403      403    403    200    403
notifications.list                                        401     401   200      200      200    200    200    200
notifications.markRead                                    401     401   404      404      200    404    404    404
notifications.markAllRead                                 401     401   200      200      200    200    200    200
notifications.settings                                    401     401   200      200      200    200    200    200
notifications.changeSetting                               401     401   200      200      200    200    200    200
notifications.changeSetting of a staff kind               401     401   403      403      403    200    200    200
GET /api/operator/form-submissions/export                 401     401   403      403      403    200    200    200

shareLinks.open                                           200     200   200      200      200    200    200    200
shareLinks.open of a closed link                          404     404   404      404      404    404    404    404
shareLinks.openFiles                                      200     200   200      200      200    200    200    200
shareLinks.openFiles of a draft                           404     404   404      404      404    404    404    404
shareLinks.openFiles of another company                   404     404   404      404      404    404    404    404
shareLinks.openFiles of a closed link                     404     404   404      404      404    404    404    404
shareLinks.open of a locked link                          401     401   401      401      401    401    401    401
shareLinks.open of a locked link with password            200     200   200      200      200    200    200    200
shareLinks.openFiles of a locked link                     401     401   401      401      401    401    401    401
shareLinks.openFiles of a locked link with password       200     200   200      200      200    200    200    200
shareLinks.openComparison                                 200     200   200      200      200    200    200    200
shareLinks.openComparison of a closed link                404     404   404      404      404    404    404    404
shareLinks.openComparison of a locked link                401     401   401      401      401    401    401    401
shareLinks.openComparison of a locked link with password  200     200   200      200      200    200    200    200
shareLinks.openMaps                                       200     200   200      200      200    200    200    200
shareLinks.openMaps of a closed link                      404     404   404      404      404    404    404    404
shareLinks.openMaps of a locked link                      401     401   401      401      401    401    401    401
shareLinks.openMaps of a locked link with password        200     200   200      200      200    200    200    200
shareLinks.openMeasurements                               200     200   200      200      200    200    200    200
shareLinks.openMeasurements of a draft                    404     404   404      404      404    404    404    404
shareLinks.openMeasurements of a locked link              401     401   401      401      401    401    401    401
shareLinks.openMeasurements of a locked link with password 200     200   200      200      200    200    200    200
shareLinks.measure                                        200     200   200      200      200    200    200    200
shareLinks.measure of a closed link                       404     404   404      404      404    404    404    404
shareLinks.recordLook                                     200     200   200      200      200    200    200    200
shareLinks.recordLook of a draft                            404     404   404      404      404    404    404    404
shareLinks.recordLook of a closed link                      404     404   404      404      404    404    404    404
shareLinks.recordLook of a locked link                      401     401   401      401      401    401    401    401
shareLinks.recordLook of a locked link with password        200     200   200      200      200    200    200    200
shareLinks.measure of a height                            200     200   200      200      200    200    200    200
shareLinks.measure of a height without maps               404     404   404      404      404    404    404    404
shareLinks.measure of a locked link                       401     401   401      401      401    401    401    401
shareLinks.measure of a locked link with password         200     200   200      200      200    200    200    200

POST /api/uploads                                         401     401   403      403      403    201    201    201
HEAD /api/uploads/:id                                     401     401   403      403      403    200    200    200
PATCH /api/uploads/:id                                    401     401   403      403      403    204    204    204
DELETE /api/uploads/:id                                   401     401   403      403      403    204    204    204
GET /api/live                                             401     401   101      101      101    101    101    101

GET /media/p/:profileId/f/:fileId/:seal/:name                          404     404   404      404      200    404    404    404
GET /media/p/:profileId/f/:fileId/:seal/:name with a false seal        404     404   404      404      404    404    404    404
GET /media/p/:profileId/o/:fileId/:seal/:name             404     404   404      404      200    404    404    404
GET /media/p/:profileId/o/:fileId/:seal/:name of a stranger       404  404  404  404  404  404  404  404
GET /media/p/:profileId/o/:fileId/:seal/:name with a false seal   404  404  404  404  404  404  404  404
GET /media/s/:shareLinkId/f/:fileId/:seal/:name           200     200   200      200      200    200    200    200
GET /media/s/:shareLinkId/f/:fileId/:seal/:name of a closed link 404     404   404      404      404    404    404    404
GET /media/s/:shareLinkId/o/:fileId/:seal/:name           200     200   200      200      200    200    200    200
GET /media/s/:shareLinkId/o/:fileId/:seal/:name of a closed link 404     404   404      404      404    404    404    404
GET /media/s/:shareLinkId/f/:fileId/:seal/:name of a locked link 401     401   401      401      401    401    401    401
GET /media/s/:shareLinkId/f/:fileId/:seal/:name of a locked link with password 200     200   200      200      200    200    200    200
GET /media/s/:shareLinkId/o/:fileId/:seal/:name of a locked link 401     401   401      401      401    401    401    401
GET /media/s/:shareLinkId/o/:fileId/:seal/:name of a locked link with password 200     200   200      200      200    200    200    200
GET /media/p/:profileId/f/:fileId/:seal/tiles/:z/:x/:name 404     404   404      404      200    404    404    404
GET /media/p/:profileId/f/:fileId/:seal/tiles/:z/:x/:name with a false seal 404     404   404      404      404    404    404    404
GET /media/s/:shareLinkId/f/:fileId/:seal/tiles/:z/:x/:name 200     200   200      200      200    200    200    200
GET /media/s/:shareLinkId/f/:fileId/:seal/tiles/:z/:x/:name of a closed link 404     404   404      404      404    404    404    404
GET /media/s/:shareLinkId/f/:fileId/:seal/tiles/:z/:x/:name without maps 404     404   404      404      404    404    404    404
GET /media/s/:shareLinkId/f/:fileId/:seal/tiles/:z/:x/:name of a locked link 401     401   401      401      401    401    401    401
GET /.well-known/overfly-signing-key.json                 200     200   200      200      200    200    200    200
GET /downloads/p/:profileId/:id/:seal/:name     404     404   404      404      200    404    404    404
GET /downloads/p/:profileId/:id/:seal/:name with a false seal  404  404  404  404  404  404  404  404
GET /downloads/s/:shareLinkId/:id/:seal/:name   200     200   200      200      200    200    200    200
GET /downloads/s/:shareLinkId/:id/:seal/:name of a closed link 404   404   404   404   404   404   404  404
GET /downloads/d/:profileId/:downloadId/:name              404     404   404      404      200    404    404    404
GET /downloads/d/:profileId/:downloadId/:name of a colleague  404   404   404      404      404    404    404    404
GET /downloads/t/:token/:name                             200     200   200      200      200    200    200    200
GET /downloads/t/:token/:name with a false token          404     404   404      404      404    404    404    404
GET /api/session/oidc                                     404     404   404      404      404    404    404    404
GET /api/session/oidc/callback                            404     404   404      404      404    404    404    404
GET /api/operator/drive/callback                          303     303   403      403      403    303    303    303
GET /api/operator/drive/thumbnails/:id                    401     401   403      403      403    409    409    409
GET /reports/p/:profileId/:id/:seal/report.pdf  404     404   404      404      200    404    404    404
GET /reports/p/:profileId/:id/:seal/report.pdf with a false seal  404  404  404  404  404  404  404  404
GET /reports/s/:shareLinkId/:id/:seal/report.pdf  200   200   200      200      200    200    200    200
GET /reports/s/:shareLinkId/:id/:seal/report.pdf of a closed link  404  404  404  404  404  404  404  404
GET /reports/s/:shareLinkId/:id/:seal/report.pdf of a locked link  401  401  401  401  401  401  401  401
GET /timelapses/p/:profileId/:id/:seal/timelapse.mp4 with a false seal  404  404  404  404  404  404  404  404
GET /timelapses/s/:shareLinkId/:id/:seal/timelapse.mp4 with a false seal  404  404  404  404  404  404  404  404
GET /downloads/s/:shareLinkId/:id/:seal/:name of a locked link 401     401   401      401      401    401    401    401
GET /downloads/s/:shareLinkId/:id/:seal/:name of a locked link with password 200     200   200      200      200    200    200    200

GET /map/frame                                            200     200   200      200      200    200    200    200
GET /embedded-maps/:submissionId                          401     401   404      404      200    200    200    200
GET /previews/:submissionId                               401     401   404      404      200    200    200    200
GET /previews/:submissionId of a draft                    401     401   404      404      404    404    404    404
GET /embedded-maps/:submissionId of a draft               401     401   404      404      404    200    200    200
GET /drive-previews/:submissionId/:linkId                 401     401   404      404      200    200    200    200
GET /drive-previews/:submissionId/:linkId of a draft      401     401   404      404      404    200    200    200

${PINS}${VISITS}${PAGES}`;
