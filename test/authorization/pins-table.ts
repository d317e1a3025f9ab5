/** The rows of pins, with the columns of `TABLE`. */
export const PINS = `
pins.list                                                 401     401   200      200      200    200    200    200
pins.onFile                                               401     401   200      200      200    200    200    200
pins.get                                                  401     401   404      404      200    200    200    200
pins.get of an internal one                               401     401   404      404      404    200    200    200
pins.create                                               401     401   404      404      200    200    200    200
pins.create on a draft                                    401     401   404      404      404    200    200    200
pins.create of an approval                                401     401   404      404      403    200    200    200
pins.update                                               401     401   404      404      200    200    200    200
pins.update of a colleague's                              401     401   404      404      404    200    200    200
pins.reply                                                401     401   404      404      200    200    200    200
pins.reply to an approval for a colleague                 401     401   404      404      403    403    403    403
pins.addPicture                                           401     401   404      404      200    200    200    200
pins.addPicture to a colleague's reply                    401     401   404      404      403    403    403    403
pins.addPicture of a document                             401     401   422      422      422    422    422    422
pins.remove                                               401     401   404      404      200    200    200    200
pins.remove of a colleague's                              401     401   404      404      404    200    200    200
pins.restore                                              401     401   404      404      200    404    404    404
pins.revokeGuest                                          401     401   404      404      200    200    200    200
pins.people                                               401     401   404      404      200    200    200    200
shareLinks.openPins                                       200     200   200      200      200    200    200    200
shareLinks.openPins of a closed link                      404     404   404      404      404    404    404    404
shareLinks.openPins of a locked link                      401     401   401      401      401    401    401    401
shareLinks.openPins of a locked link with password        200     200   200      200      200    200    200    200
`;
