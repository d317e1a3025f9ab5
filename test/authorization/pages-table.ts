/** Rows for share pages, downloads, and other plain routes (see table.ts). */
export const PAGES = `GET /shared/:token                                        200     200   200      200      200    200    200    200
GET /shared/:token of a closed link                       404     404   404      404      404    404    404    404
GET /shared/:token/picture.jpg                            200     200   200      200      200    200    200    200
GET /shared/:token/picture.jpg of a closed link           404     404   404      404      404    404    404    404
GET /shared/:token/picture.jpg of a locked link           401     401   401      401      401    401    401    401
GET /shared/:token/picture.jpg of a locked link with password  200  200   200     200      200    200    200    200
GET /shared/*                                             302     302   302      302      302    302    302    302
GET /shared/:token/week                                   200     200   200      200      200    200    200    200
GET /shared/:token/week of a closed link                  404     404   404      404      404    404    404    404
GET /shared/:token/slider                                 200     200   200      200      200    200    200    200
GET /shared/:token/slider of a closed link                404     404   404      404      404    404    404    404
GET /shared/:token/slider of a locked link                401     401   401      401      401    401    401    401
GET /shared/:token/slider of a locked link with password  200     200   200      200      200    200    200    200
POST /shared/:token/slider                                303     303   303      303      303    303    303    303
POST /shared/:token                                       303     303   303      303      303    303    303    303
POST /shared/:token/week                                  303     303   303      303      303    303    303    303
POST /shared/:token/week of a closed link                 404     404   404      404      404    404    404    404
GET /shared/:token of a locked link                       401     401   401      401      401    401    401    401
GET /shared/:token of a locked link with password         200     200   200      200      200    200    200    200
GET /shared/:token/week of a locked link                  401     401   401      401      401    401    401    401
GET /shared/:token/week of a locked link with password    200     200   200      200      200    200    200    200
POST /shared/:token of a locked link                      303     303   303      303      303    303    303    303
POST /shared/:token of a locked link with a wrong password 403     403   403      403      403    403    403    403
POST /shared/:token/week of a locked link with a wrong password 403     403   403      403      403    403    403    403

GET /unsubscribe/:personId/:kinds/:seal                   200     200   200      200      200    200    200    200
GET /unsubscribe/:personId/:kinds/:seal with a false seal 404     404   404      404      404    404    404    404
POST /unsubscribe/:personId/:kinds/:seal                  200     200   200      200      200    200    200    200
POST /unsubscribe/:personId/:kinds/:seal with a false seal 404     404   404      404      404    404    404    404

GET /calendar/:personId/:seal/:file                       200     200   200      200      200    200    200    200
GET /calendar/:personId/:seal/:file with a false seal     404     404   404      404      404    404    404    404

GET /pin/:pinId/:seal                                     200     200   200      200      200    200    200    200
GET /pin/:pinId/:seal with a false seal                   404     404   404      404      404    404    404    404
POST /pin/:pinId/:seal                                    303     303   303      303      303    303    303    303
POST /pin/:pinId/:seal with a false seal                  404     404   404      404      404    404    404    404
GET /pin/:pinId/:seal/pictures/:name                      200     200   200      200      200    200    200    200
GET /pin/:pinId/:seal/pictures/:name with a false seal    404     404   404      404      404    404    404    404
GET /pin-pictures/:replyId                                401     401   404      404      200    200    200    200
GET /pin-pictures/:replyId of an internal pin             401     401   404      404      404    200    200    200
GET /api/pins.csv                                         401     401   200      200      200    200    200    200
GET /api/pins.bcfzip                                      401     401   200      200      200    200    200    200

GET /brand/:file                                          200     200   200      200      200    200    200    200
GET /api/docs                                             200     200   200      200      200    200    200    200
GET /api/openapi.json                                     200     200   200      200      200    200    200    200
GET /                                                     200     200   200      200      200    200    200    200
GET /auth                                                 200     200   200      200      200    200    200    200
GET /contact                                              200     200   200      200      200    200    200    200
GET /portal-demo                                          200     200   200      200      200    200    200    200
GET /base-map/:z/:x/:y                                    404     404   404      404      404    404    404    404
GET /dashboard                                            200     200   200      200      200    200    200    200
GET /dashboard/*                                          200     200   200      200      200    200    200    200
GET /operator                                             200     200   200      200      200    200    200    200
GET /operator/*                                           200     200   200      200      200    200    200    200
`;
